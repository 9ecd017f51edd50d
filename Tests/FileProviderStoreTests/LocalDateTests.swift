import TestSupport
import Testing

@testable import FileProviderStore

/// A date that was set here and that the provider does not keep.
@Suite struct LocalDateTests {
  private let temporary: TemporaryStore
  private let id: ItemID

  init() throws {
    temporary = try TemporaryStore()
    id = try temporary.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
      return try ApplyingEditor(transaction).apply(Self.item(version: 1, modified: 10), in: .root)
    }
    try temporary.store.change(author: "here") { [id] (transaction) throws(StoreError) in
      var changes = AttributeChanges()
      changes.modified = Self.date(50)
      try transaction.setAttributes(changes, of: id)
      try ReplicationEditor(transaction).keepLocal(id, .times)
    }
  }

  private static func date(_ seconds: Int64) -> Timestamp { Timestamp(rawValue: seconds * 1_000_000_000) }

  private static func item(version: UInt8, modified: Int64) -> ProvidedItem {
    var item = ProvidedItem(identifier: "a", parent: "root", filename: "a", kind: .file)
    (item.contentVersion, item.metadataVersion) = ([version], [UInt8(modified)])
    (item.modified, item.size) = (date(modified), 5)
    return item
  }

  private func report(version: UInt8, modified: Int64) throws -> (date: Timestamp?, isLocal: Bool) {
    try temporary.store.change(author: ChangeAuthor.remote) { [id] (transaction) throws(StoreError) in
      _ = try ApplyingEditor(transaction).apply(Self.item(version: version, modified: modified), in: .root)
      let pending = try ProvidedReader(transaction.reader).pending(id)
      return (try transaction.reader.item(id)?.modified, pending?.kept.contains(.times) ?? false)
    }
  }

  @Test func `stays while the contents stay`() throws {
    let result = try report(version: 1, modified: 60)
    #expect(result.date == Self.date(50) && result.isLocal)
  }

  /// Programs see by the date that contents have changed.
  @Test func `goes when the provider has other contents`() throws {
    let result = try report(version: 2, modified: 60)
    #expect(result.date == Self.date(60) && !result.isLocal)
  }
}
