import FileProviderDomains
import FileProviderInterface
import FileProviderStore
import Foundation
import LinuxSystem

/// Copies of a domain's documents that outlive it, in a folder of their own: `$XDG_DATA_HOME/fileprovider-kept/NAME DATE`.
struct PreservedDocuments {
  private let store: ItemStore

  init(_ store: ItemStore) { self.store = store }

  /// Copies what a mode preserves.
  ///
  /// - Returns: The folder; `nil` when there was nothing to preserve.
  func make(_ mode: NSFileProviderManager.DomainRemovalMode) throws -> URL? {
    while try !store.change(
      author: ChangeAuthor.replica,
      { (transaction) throws(StoreError) in try PendingEditor(transaction).notePending(.standard) })
    {}
    let top = try Self.newFolder(named: store.directory.lastPathComponent)
    var count = 0
    do {
      var key = ItemID.none
      while let page = try documents(after: &key, mode) {
        for (path, content) in page {
          try copy(content, to: path, below: top)
          count += 1
        }
      }
    } catch {
      try? FileManager.default.removeItem(at: top)
      throw error
    }
    if count > 0 { return top }
    try FileManager.default.removeItem(at: top)
    return nil
  }

  private static func newFolder(named name: String) throws -> URL {
    let base = DomainDirectory.base.deletingLastPathComponent()
      .appendingPathComponent("fileprovider-kept", isDirectory: true)
    let date = Date().formatted(.iso8601).replacingOccurrences(of: ":", with: "-")
    let url = base.appendingPathComponent("\(name) \(date) \(UUID().uuidString.prefix(8))", isDirectory: true)
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: NSNumber(value: 0o700)])
    return url
  }

  /// - Returns: Some documents; `nil` at the end.
  private func documents(
    after key: inout ItemID, _ mode: NSFileProviderManager.DomainRemovalMode
  ) throws -> [(path: String, content: ContentKey?)]? {
    let start = key
    let (page, last) = try store.readCommitted { (reader) throws(StoreError) in
      var found: [(path: String, content: ContentKey?)] = []
      let ids = try reader.itemNumbers(after: start, limit: 512)
      for id in ids {
        guard let item = try reader.item(id), item.kind == .file, !item.flags.contains(.dataless) else { continue }
        let isKnown = try ProvidedReader(reader).provided(id) != nil
        let isDirty = try isKnown ? ProvidedReader(reader).pending(id)?.dirty.contains(.contents) ?? false : true
        guard isDirty || mode == .preserveDownloadedUserData, let path = try reader.path(of: id) else { continue }
        found.append((path, item.content))
      }
      return (found, ids.last)
    }
    guard let last else { return nil }
    key = last
    return page
  }

  private func copy(_ content: ContentKey?, to path: String, below top: URL) throws {
    let names = path.pathNames.map { String(decoding: $0.spelledBytes, as: UTF8.self) }
    guard let last = names.last else { return }
    let folder = names.dropLast().reduce(top) { $0.appendingPathComponent($1, isDirectory: true) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appendingPathComponent(last)
    if let content {
      try FileManager.default.copyItem(at: store.contents.url(of: content), to: url)
    } else {
      try Data().write(to: url)
    }
  }
}
