import FileProviderInterface
import Foundation
import Glibc

/// What all calls of a provider share once the server is known.
struct Session: Sendable {
  let server: WebDAVServer
  let settings: WebDAVSettings
  let tree: KnownTree
  let dates: OwnDates
  /// The folder for what is remembered, and for what is on its way.
  let folder: URL

  var facts: ServerFacts { server.facts }

  /// Finds out what the server can, if that is not remembered.
  init(_ settings: WebDAVSettings, folder: URL) throws {
    self.settings = settings
    self.folder = folder
    let transport = try Transport(settings)
    if let known = ServerFacts(in: folder) {
      server = WebDAVServer(transport: transport, facts: known)
    } else {
      let facts = try ServerProbe(transport).run().facts
      try facts.write(to: folder)
      server = WebDAVServer(transport: transport, facts: facts)
    }
    tree = KnownTree()
    dates = OwnDates(in: folder)
    try clear()
  }

  private var downloads: URL { folder.appendingPathComponent("downloads") }

  /// Removes what an earlier process has left.
  private func clear() throws {
    try? FileManager.default.removeItem(at: downloads)
    try FileManager.default.createDirectory(
      at: downloads, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// A new file for what is downloaded.
  func withNewFile<Result>(_ body: (Int32) throws -> Result) throws -> (url: URL, result: Result) {
    let url = downloads.appendingPathComponent(UUID().uuidString)
    let file = open(url.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw CocoaError(errno == ENOSPC ? .fileWriteOutOfSpace : .fileWriteUnknown) }
    defer { close(file) }
    do { return (url, try body(file)) } catch {
      unlink(url.path)
      throw error
    }
  }

  /// How soon a folder is looked at again that was only read, in seconds: the more folders there are, the later, so that there are ten requests a
  /// second or less.
  var pace: Double {
    min(settings.longestInterval, settings.shortestInterval * max(1, Double(tree.folderCount) / 50))
  }

  // MARK: Items

  /// Where an item is.
  ///
  /// - Throws: `noSuchItem` for what is nowhere.
  func place(of identifier: NSFileProviderItemIdentifier, _ cancellation: Cancellation? = nil) throws -> RemotePath {
    if identifier == .rootContainer { return .root }
    if let path = RemotePath(identifier: identifier.rawValue) { return path }
    if let path = tree.place(of: identifier.rawValue) { return path }
    guard facts.isCloud else { throw Self.missing(identifier) }
    guard let entry = try server.entry(ofNumber: identifier.rawValue, cancellation) else {
      throw Self.missing(identifier)
    }
    tree.note(entry)
    return entry.path
  }

  static func missing(_ identifier: NSFileProviderItemIdentifier) -> NSError {
    NSError.fileProviderErrorForNonExistentItem(withIdentifier: identifier)
  }

  /// What follows when nothing is where an item was. That the whole collection is away never means that all of it was deleted.
  static func missing(_ identifier: NSFileProviderItemIdentifier, at path: RemotePath) -> any Error {
    path.isRoot ? WebDAVError(.badAnswer("there is no collection at its address now")) : missing(identifier)
  }

  /// The item with its names, for which the folder it is in may have to be asked for.
  func item(_ entry: RemoteEntry, _ cancellation: Cancellation? = nil) throws -> KnownItem {
    tree.note(entry)
    // The root's number at the server is not what the system calls it.
    let number = entry.path.isRoot ? nil : entry.cloud?.number
    return KnownItem(
      entry: entry, identifier: number ?? identifier(entry.path),
      parent: try parent(of: entry.path, cancellation))
  }

  private func identifier(_ path: RemotePath) -> String { path.isRoot ? KnownItem.root : path.identifier }

  private func parent(of path: RemotePath, _ cancellation: Cancellation?) throws -> String {
    guard facts.isCloud else { return identifier(path.parent) }
    if let known = tree.identifier(of: path.parent) { return known }
    let folder = try server.entry(at: path.parent, cancellation)
    tree.note(folder)
    return folder.cloud?.number ?? identifier(path.parent)
  }

  func object(_ item: KnownItem) -> any NSFileProviderItem {
    let object = WebDAVItem(item, ownDate: dates.date(of: item.entry), canWrite: facts.canWrite)
    return facts.isCloud ? CloudItem(object) : object
  }
}
