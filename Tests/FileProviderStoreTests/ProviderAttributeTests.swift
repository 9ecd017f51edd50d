import TestSupport
import Testing

@testable import FileProviderStore

/// What a provider reports of its items for users and for its own predicates, and what the log has of that.
@Suite struct ProviderAttributeTests {
  private let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
    try temporary.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
    }
  }

  private func item(_ owner: String? = "Ada", _ facts: String? = #"{"seen":1}"#, version: UInt8 = 1) -> ProvidedItem {
    var item = ProvidedItem(identifier: "a", parent: "root", filename: "a", kind: .file)
    item.metadataVersion = [version]
    item.attributes[.owner] = owner.map { Array($0.utf8) }
    item.attributes[.editor] = owner.map { Array($0.utf8) }
    item.attributes[.userInfo] = facts.map { Array($0.utf8) }
    return item
  }

  /// - Returns: The item, and how many rows the log has got.
  @discardableResult
  private func tell(_ item: ProvidedItem) throws -> (id: ItemID, rows: Int64) {
    try temporary.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      let before = transaction.generation.rawValue
      let id = try ApplyingEditor(transaction).apply(item, in: .root)
      return (id, transaction.generation.rawValue - before)
    }
  }

  private func said(_ id: ItemID) throws -> [ProviderAttribute: [UInt8]] {
    try temporary.store.readCommitted { (reader) throws(StoreError) in try reader.providerAttributes(of: id) }
  }

  private func isAttributed(_ id: ItemID) throws -> Bool? {
    try temporary.store.readCommitted { (reader) throws(StoreError) in try reader.item(id) }?
      .flags.contains(.attributed)
  }

  @Test func `a new item with people and facts is one row of the log, and synced`() throws {
    let (id, rows) = try tell(item())
    #expect(rows == 1)
    #expect(try said(id) == item().attributes)
    #expect(try isAttributed(id) == true)
    try temporary.store.readCommitted { (reader) throws(StoreError) in
      #expect(try ProvidedReader(reader).synced(id)?.extendedAttributes == [:])
      #expect(try reader.extendedAttributeNames(of: id) == [])
    }
  }

  @Test func `however much of it changes or goes is one row of the log`() throws {
    let (id, _) = try tell(item())
    #expect(try tell(item("Bob", #"{"seen":2}"#, version: 2)).rows == 1)
    #expect(try said(id) == item("Bob", #"{"seen":2}"#).attributes)
    #expect(try tell(item("Bob", #"{"seen":2}"#, version: 2)).rows == 0)
    #expect(try tell(item(nil, nil, version: 3)).rows == 1)
    #expect(try said(id) == [:])
    #expect(try isAttributed(id) == false)
  }

  @Test func `a fact that is another each time it is listed is kept, and the log stays quiet`() throws {
    let (id, _) = try tell(item())
    #expect(try tell(item("Ada", #"{"seen":2}"#)).rows == 0)
    #expect(try said(id)[.userInfo] == Array(#"{"seen":2}"#.utf8))
    // Where the provider says that the item has changed, whoever follows the log hears of it.
    #expect(try tell(item("Ada", #"{"seen":3}"#, version: 2)).rows == 1)
    // What is new of it shows, whatever the version.
    #expect(try tell(item("Ada", nil, version: 2)).rows == 1)
    #expect(try tell(item("Ada", #"{"seen":4}"#, version: 2)).rows == 1)
    #expect(try tell(item("Bob", #"{"seen":5}"#, version: 2)).rows == 1)
    #expect(try said(id) == item("Bob", #"{"seen":5}"#).attributes)
  }

  @Test func `a user's attributes stay when those of the provider go`() throws {
    let (id, _) = try tell(item())
    try temporary.store.change(author: "org.example.program") { (transaction) throws(StoreError) in
      try transaction.changeExtendedAttribute("user.note", to: [1], of: id)
    }
    try tell(item(nil, nil, version: 2))
    #expect(try isAttributed(id) == true)
    try temporary.store.readCommitted { (reader) throws(StoreError) in
      #expect(try reader.extendedAttributeNames(of: id) == ["user.note"])
    }
  }
}
