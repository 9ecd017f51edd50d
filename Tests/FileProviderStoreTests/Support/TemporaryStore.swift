import FileProvider
import FileProviderStore
import Foundation

/// A store in a directory of its own that goes with it.
final class TemporaryStore {
  let directory: URL
  let store: ItemStore

  init(retention: Int64 = 4_000_000) throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
    store = try ItemStore(directory: directory, retention: retention)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// The same store, opened once more, as another process would.
  func reopened() throws -> ItemStore { try ItemStore(directory: directory) }

  @discardableResult
  func create(
    _ name: String, in parent: ItemID = .root, kind: ItemKind = .file, author: String = "test"
  ) throws -> ItemID {
    let name = try FileName(name)
    return try store.change(author: author) { (transaction) throws(StoreError) in
      try transaction.create(NewItem(parent: parent, name: name, kind: kind, mode: 0o644, owner: 0, group: 0))
    }.id
  }

  func change(author: String = "test", _ body: (Transaction) throws(StoreError) -> Void) throws {
    try store.change(author: author, body)
  }

  func generation() throws -> Generation {
    try store.readCommitted { (reader) throws(StoreError) in try reader.generation() }
  }

  /// All changes of a scope from a generation on, in batches.
  func changes(
    _ scope: ChangeScope, since: Generation, coalesced: Bool = true, excluding authors: [String] = [],
    batch: Int = 1000
  ) throws -> [ItemChange] {
    try store.readCommitted { (reader) throws(StoreError) in
      let changes = ChangeReader(
        reader: reader, scope: scope, excludedAuthors: try reader.authorNumbers(authors), isCoalesced: coalesced)
      var cursor = ChangeCursor(at: since)
      var all: [ItemChange] = []
      while try changes.nextBatch(&cursor, limit: batch, { change, _ in all.append(change) }) {}
      return all
    }
  }
}

/// Collects a page.
final class ItemCollector: NSObject, NSFileProviderEnumerationObserver {
  var items: [StoredItem] = []
  var next: NSFileProviderPage?
  var error: NSError?
  let suggestedPageSize: Int

  init(pageSize: Int) { suggestedPageSize = pageSize }

  func didEnumerate(_ updatedItems: [any NSFileProviderItemProtocol]) {
    items += updatedItems.compactMap { $0 as? StoredItem }
  }
  func finishEnumerating(upTo nextPage: NSFileProviderPage?) { next = nextPage }
  func finishEnumeratingWithError(_ error: any Error) { self.error = error as NSError }
}

/// Collects a batch.
final class ChangeCollector: NSObject, NSFileProviderChangeObserver {
  var updated: [StoredItem] = []
  var deleted: [NSFileProviderItemIdentifier] = []
  var anchor: NSFileProviderSyncAnchor?
  var moreComing = false
  var error: NSError?
  let suggestedBatchSize: Int

  init(batchSize: Int) { suggestedBatchSize = batchSize }

  func didUpdate(_ updatedItems: [any NSFileProviderItemProtocol]) {
    updated += updatedItems.compactMap { $0 as? StoredItem }
  }
  func didDeleteItems(withIdentifiers deletedItemIdentifiers: [NSFileProviderItemIdentifier]) {
    deleted += deletedItemIdentifiers
  }
  func finishEnumeratingChanges(upTo anchor: NSFileProviderSyncAnchor, moreComing: Bool) {
    self.anchor = anchor
    self.moreComing = moreComing
  }
  func finishEnumeratingWithError(_ error: any Error) { self.error = error as NSError }
}

extension ItemStore {
  /// The names of what is committed in the root.
  func rootNames() throws -> Set<String> {
    var names: Set<String> = []
    try readCommitted { (reader) throws(StoreError) in
      try reader.forEachChild(of: .root, after: .none) { _, name in
        names.insert(String(decoding: name, as: UTF8.self))
        return true
      }
    }
    return names
  }
}
