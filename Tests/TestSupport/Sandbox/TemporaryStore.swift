package import FileProviderStore
package import Foundation
import Glibc

/// A store in a directory of its own that goes with it.
package final class TemporaryStore {
  private let place: TestDirectory
  package var directory: URL { place.url }
  package let store: ItemStore

  /// - Parameter place: A directory, with a store in it or empty; `nil` for a new one.
  package init(
    in place: TestDirectory? = nil, retention: Int64 = 4_000_000, threads: ChangingThreads = ChangingThreads(),
    boot: BootIdentity? = .current, pace: HousekeepingPace = HousekeepingPace()
  ) throws {
    self.place = try place ?? TestDirectory("store")
    store = try ItemStore(
      directory: self.place.url, retention: retention, threads: threads, boot: boot, pace: pace)
  }

  /// The same store, opened once more, as another process would.
  package func reopened() throws -> ItemStore { try ItemStore(directory: directory) }

  @discardableResult
  package func create(
    _ name: String, in parent: ItemID = .root, kind: ItemKind = .file, author: String = "test"
  ) throws -> ItemID {
    let name = try FileName(name)
    return try store.change(author: author) { (transaction) throws(StoreError) in
      try TreeEditor(transaction).create(
        NewItem(parent: parent, name: name, kind: kind, mode: 0o644, owner: 0, group: 0))
    }.id
  }

  /// Makes a document with contents in the root.
  @discardableResult
  package func createDocument(_ name: String, _ text: String) throws -> ItemID {
    let made = try store.contents.create()
    let key = made.key
    _ = text.withCString { Glibc.write(made.number, $0, text.utf8.count) }
    made.keep()
    let id = try create(name)
    try change { (transaction) throws(StoreError) in
      try transaction.setContents(key, size: Int64(text.utf8.count), of: id)
    }
    return id
  }

  package func change(author: String = "test", _ body: (Transaction) throws(StoreError) -> Void) throws {
    try store.change(author: author, body)
  }

  package func generation() throws -> Generation {
    try store.readCommitted { (reader) throws(StoreError) in try reader.generation() }
  }

  /// All changes of a scope from a generation on, in batches.
  package func changes(
    _ scope: ChangeScope, since: Generation, coalesced: Bool = true, excluding authors: [String] = [],
    batch: Int = 1000
  ) throws -> [ItemChange] {
    try store.readCommitted { (reader) throws(StoreError) in
      let changes = ChangeReader(
        reader: reader, scope: scope, excludedAuthors: try LogReader(reader).authorNumbers(authors),
        isCoalesced: coalesced)
      var cursor = ChangeCursor(at: since)
      var all: [ItemChange] = []
      while try changes.nextBatch(&cursor, limit: batch, { change, _ in all.append(change) }) {}
      return all
    }
  }
}

extension ItemStore {
  /// The names of what is committed in the root.
  package func rootNames() throws -> Set<String> {
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
