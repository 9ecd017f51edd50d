import TestSupport
import Testing

@testable import FileProviderStore

/// The date of a document whose provider does not keep those that are set here, or has none.
@Suite struct LocalDateTests {
  private let temporary: TemporaryStore
  private let id: ItemID

  init() throws {
    temporary = try TemporaryStore()
    id = try temporary.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
      return try ApplyingEditor(transaction).apply(Self.item(version: 1, modified: 10), in: .root)
    }
  }

  private static func date(_ seconds: Int64) -> Timestamp { Timestamp(rawValue: seconds * 1_000_000_000) }

  private static func item(version: UInt8?, modified: Int64?, size: Int64 = 5) -> ProvidedItem {
    var item = ProvidedItem(identifier: "a", parent: "root", filename: "a", kind: .file)
    (item.contentVersion, item.metadataVersion) = (version.map { [$0] }, [UInt8(modified ?? 0)])
    (item.modified, item.size) = (modified.map { date($0) }, size)
    return item
  }

  private func setDate() throws {
    try temporary.store.change(author: "here") { [id] (transaction) throws(StoreError) in
      var changes = AttributeChanges()
      changes.modified = Self.date(50)
      try transaction.setAttributes(changes, of: id)
      try ReplicationEditor(transaction).keepLocal(id, .times)
    }
  }

  private func report(_ item: ProvidedItem) throws -> (date: Timestamp?, isLocal: Bool) {
    try temporary.store.change(author: ChangeAuthor.remote) { [id] (transaction) throws(StoreError) in
      _ = try ApplyingEditor(transaction).apply(item, in: .root)
      return (
        try transaction.reader.item(id)?.modified, try ProvidedReader(transaction.reader).pending(id) != nil
      )
    }
  }

  @Test func `A date that was set here stays while the contents stay`() throws {
    try setDate()
    let result = try report(Self.item(version: 1, modified: 60))
    #expect(result.date == Self.date(50) && result.isLocal)
  }

  @Test func `It stays, too, where contents have no versions`() throws {
    _ = try report(Self.item(version: nil, modified: 10))
    try setDate()
    let result = try report(Self.item(version: nil, modified: 10))
    #expect(result.date == Self.date(50) && result.isLocal)
  }

  /// Programs see by the date that contents have changed; also where the provider has the same date for both.
  @Test(arguments: [60, 10] as [Int64]) func `It goes with other contents`(modified: Int64) throws {
    try setDate()
    let result = try report(Self.item(version: 2, modified: modified))
    #expect(result.date == Self.date(modified) && !result.isLocal)
  }

  @Test func `Other contents without a date have that of their arrival`() throws {
    let before = Timestamp.now
    let result = try report(Self.item(version: 2, modified: nil))
    #expect(try #require(result.date) >= before)
    #expect(try report(Self.item(version: 2, modified: nil)).date == result.date)
  }
}
