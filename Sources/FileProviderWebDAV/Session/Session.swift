import FileProviderInterface
import Foundation
import Glibc

/// What all calls of a provider share once the server is known.
struct Session: Sendable {
  let server: WebDAVServer
  let settings: WebDAVSettings
  let tree: KnownTree
  let dates: OwnDates
  let discarded: Discarded
  /// The cards of address books that are fetched many at a time; `nil` for a domain of files.
  let cards: CardStock?
  /// The folder for what is remembered, and for what is on its way.
  let folder: URL
  /// Whether the domain has a trash: the server's bin.
  let hasTrash: Bool
  /// Whether the domain has a trash, and the server had no bin when it was tried.
  private let isTrashAway: Bool

  var facts: ServerFacts { server.facts }

  /// Finds out what the server can, if that is not remembered.
  ///
  /// - Parameters:
  ///   - wantsTrash: Whether the domain is to have a trash, if the server has one.
  ///   - limits: Of transfers; by default those of the settings.
  init(_ settings: WebDAVSettings, folder: URL, wantsTrash: Bool, limits: SpeedLimits? = nil) throws {
    self.settings = settings
    self.folder = folder
    let transport = try Transport(settings, limits: limits)
    var facts = settings.facts ?? ServerFacts(in: folder)
    if facts == nil {
      facts = try ServerProbe(transport).run().facts
      try facts?.write(to: folder)
    }
    discarded = Discarded(in: folder)
    server = WebDAVServer(transport: transport, facts: facts ?? ServerFacts(), discarded: discarded)
    hasTrash = wantsTrash && server.facts.hasTrashBin == true && server.cloudPlace != nil
    isTrashAway = wantsTrash && server.facts.isCloud && server.cloudPlace != nil && !hasTrash
    tree = KnownTree(
      in: folder, of: server.endpoint.url(.root) + (server.facts.isCloud ? " numbers" : " paths"))
    dates = OwnDates(in: folder)
    cards = settings.isCardDAV ? CardStock() : nil
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

  /// How soon a folder is looked at again that was only read, in seconds: the more folders there are, the later, so that there are 50 requests or less in
  /// the shortest interval, ten a second with that of the settings' default.
  var pace: Double {
    min(settings.longestInterval, settings.shortestInterval * max(1, Double(tree.folderCount) / 50))
  }

  // MARK: Items

  /// Where an item is.
  ///
  /// - Throws: `noSuchItem` for what is nowhere.
  func place(of identifier: NSFileProviderItemIdentifier, _ cancellation: Cancellation? = nil) throws -> RemotePath {
    if identifier == .rootContainer { return .root }
    if identifier == .trashContainer {
      guard hasTrash else {
        // The trash of a Nextcloud's domain is not given up since there was no bin once.
        throw isTrashAway
          ? WebDAVError(.badAnswer("the server had no trash bin when it was probed"))
          : CocoaError(.featureUnsupported) as any Error
      }
      return .trash
    }
    if let path = RemotePath(identifier: identifier.rawValue) { return path }
    if let path = tree.place(of: identifier.rawValue) { return path }
    guard facts.isCloud else { throw Self.missing(identifier) }
    return try find(identifier, cancellation)
  }

  /// Looks for an item by its number.
  private func find(_ identifier: NSFileProviderItemIdentifier, _ cancellation: Cancellation?) throws -> RemotePath {
    let number = identifier.rawValue
    guard
      let entry = try server.entry(ofNumber: number, cancellation)
        ?? (hasTrash ? server.entry(anywhereInTrash: number, cancellation) : nil)
    else { throw Self.missing(identifier) }
    tree.noteFound(entry)
    return entry.path
  }

  /// Does something with an item. If it is not where it was, it may have been moved, or thrown away, a moment ago: where items have numbers, it is looked
  /// for.
  func withPlace<Value>(
    of identifier: NSFileProviderItemIdentifier, _ cancellation: Cancellation?, _ body: (RemotePath) throws -> Value
  ) throws -> Value {
    let path = try place(of: identifier, cancellation)
    do { return try body(path) } catch let error as WebDAVError where error.isMissing {
      guard facts.isCloud, !path.isTop else { throw Self.missing(identifier, at: path) }
      let found = try find(identifier, cancellation)
      guard found != path else { throw Self.missing(identifier) }
      return try body(found)
    }
  }

  static func missing(_ identifier: NSFileProviderItemIdentifier) -> NSError {
    NSError.fileProviderErrorForNonExistentItem(withIdentifier: identifier)
  }

  /// What follows when nothing is where an item was. That the whole collection is away never means that all of it was deleted.
  static func missing(_ identifier: NSFileProviderItemIdentifier, at path: RemotePath) -> any Error {
    path.isTop ? collectionIsAway : missing(identifier)
  }

  static let collectionIsAway = WebDAVError(.badAnswer("no collection at this address"))

  /// Finds out whether the collection is there. Only then does it mean anything that something in it is missing, or is refused: a server that was set up in
  /// another way, or whose disk is missing, reports this for every item, and so does a portal that answers instead.
  func checkCollection(_ cancellation: Cancellation?) throws {
    do { _ = try server.entry(at: .root, cancellation) } catch let error as WebDAVError
      where error.isMissing || error.isRefusal
    { throw Self.collectionIsAway }
  }

  /// Checks whether an item that the server has just reported missing is missing while the collection exists.
  func checkMissing(_ path: RemotePath, _ cancellation: Cancellation?) throws {
    try checkCollection(cancellation)
    do { _ = try server.entry(at: path, cancellation) } catch let error as WebDAVError where error.isMissing { return }
    throw Self.collectionIsAway
  }

  /// The item with its names, for which the folder it is in may have to be asked for.
  func item(_ entry: RemoteEntry, _ cancellation: Cancellation? = nil) throws -> KnownItem {
    tree.note(entry)
    // The system calls the root, and the trash, by other names than their numbers.
    let number = entry.path.isTop ? nil : entry.cloud?.number
    return KnownItem(
      entry: entry, identifier: number ?? identifier(entry.path),
      parent: try parent(of: entry.path, cancellation))
  }

  private func identifier(_ path: RemotePath) -> String { path.fixedIdentifier ?? path.identifier }

  private func parent(of path: RemotePath, _ cancellation: Cancellation?) throws -> String {
    guard facts.isCloud else { return identifier(path.parent) }
    if let known = tree.identifier(of: path.parent) { return known }
    let folder = try server.entry(at: path.parent, cancellation)
    tree.note(folder)
    return folder.cloud?.number ?? identifier(path.parent)
  }

  func object(_ item: KnownItem) -> any NSFileProviderItem {
    let object = WebDAVItem(
      item, ownDate: dates.date(of: item.entry), capabilities: capabilities(of: item.entry),
      isCardDAV: settings.isCardDAV)
    return facts.isCloud ? CloudItem(object) : object
  }

  // MARK: Permissions

  private func capabilities(of entry: RemoteEntry) -> NSFileProviderItemCapabilities {
    var result: NSFileProviderItemCapabilities = [.allowsReading, .allowsEvicting]
    guard facts.canWrite else { return result }
    // A server takes what is in its bin out of it, or deletes it; it changes nothing there.
    if entry.path.isTrashed { return result.union([.allowsDeleting, .allowsReparenting]) }
    if let letters = entry.permissions {
      result.formUnion(Self.capabilities(letters, isFolder: entry.path.isFolder))
      if entry.path.isRoot, facts.topIsReadOnly == true { result.remove(.allowsWriting) }
      // An item of another user, or elsewhere, does not go to this user's bin: a deletion only removes it from here.
      return hasTrash && entry.isAnothers ? result.subtracting(.allowsTrashing) : result
    }
    let folder = privileges(of: entry.path.parent)
    let own = entry.path.isFolder ? privileges(of: entry.path, entry) : entry.privileges
    // A document without permissions has those of its folder.
    let needed: Privileges = entry.path.isFolder || own == nil ? .bind : .writeContent
    if (own ?? folder).contains(needed) { result.insert(.allowsWriting) }
    if folder.contains(.unbind) { result.formUnion([.allowsDeleting, .allowsTrashing, .allowsReparenting]) }
    if folder.isSuperset(of: [.bind, .unbind]) { result.insert(.allowsRenaming) }
    // CardDAV servers need not support moving address books.
    return settings.isCardDAV && entry.path.isFolder
      ? result.subtracting([.allowsRenaming, .allowsReparenting]) : result
  }

  /// The capabilities of a folder: its own permissions, else everything, unless it is the top and accepted nothing when it was probed.
  private func privileges(of folder: RemotePath, _ entry: RemoteEntry? = nil) -> Privileges {
    let entry = entry ?? tree.folder(folder)?.entry ?? tree.entry(folder)
    return entry?.privileges ?? (folder.isRoot && facts.topIsReadOnly == true ? [] : .all)
  }

  /// The letters of a Nextcloud: G read, D delete, N rename, V move, W write a document, C and K make documents and folders.
  private static func capabilities(_ letters: String, isFolder: Bool) -> NSFileProviderItemCapabilities {
    var result: NSFileProviderItemCapabilities = []
    if letters.contains("D") { result.formUnion([.allowsDeleting, .allowsTrashing]) }
    if letters.contains("N") { result.insert(.allowsRenaming) }
    if letters.contains("V") { result.insert(.allowsReparenting) }
    let writes = isFolder ? letters.contains("C") || letters.contains("K") : letters.contains("W")
    if writes { result.insert(.allowsWriting) }
    return result
  }
}
