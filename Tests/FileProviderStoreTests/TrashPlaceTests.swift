import TestSupport
import Testing

@testable import FileProviderStore

/// An item in the trash always has an entry there, and no other item has one.
@Suite struct TrashPlaceTests {
  private let temporary: TemporaryStore
  private let trashed: ItemID
  private let other: ItemID

  init() throws {
    temporary = try TemporaryStore()
    let ids = (try temporary.create("trashed"), try temporary.create("other"))
    try temporary.change { (transaction) throws(StoreError) in _ = try TreeEditor(transaction).trash(ids.0, user: 7) }
    (trashed, other) = ids
  }

  /// Whoever resolves two paths, and exchanges what they name later, may come after somebody who has trashed one.
  @Test func `an item in the trash is exchanged with none elsewhere`() throws {
    for (a, b) in [(trashed, other), (other, trashed)] {
      #expect(throws: StoreError.self) {
        try temporary.change { (transaction) throws(StoreError) in try TreeEditor(transaction).exchange(a, b) }
      }
    }
    try expectIntact()
  }

  @Test func `no item is moved into the trash or out of it like any other`() throws {
    #expect(throws: StoreError.self) {
      try temporary.change { [trashed] (transaction) throws(StoreError) in
        try TreeEditor(transaction).move(trashed, to: .root, name: FileName("here"))
      }
    }
    #expect(throws: StoreError.self) {
      try temporary.change { [other] (transaction) throws(StoreError) in
        try TreeEditor(transaction).move(other, to: .trash, name: FileName("there"))
      }
    }
    try expectIntact()
  }

  @Test func `an item in the trash is renamed there`() throws {
    try temporary.change { [trashed] (transaction) throws(StoreError) in
      try TreeEditor(transaction).move(trashed, to: .trash, name: FileName("renamed"))
    }
    try expectIntact()
  }

  private func expectIntact() throws {
    let (isThere, isElsewhere) = try temporary.store.readCommitted { (reader) throws(StoreError) in
      (try reader.trashEntry(of: trashed) != nil, try reader.trashEntry(of: other) == nil)
    }
    #expect(isThere && isElsewhere)
    try temporary.change { [trashed] (transaction) throws(StoreError) in try TreeEditor(transaction).restore(trashed) }
    let parents = try temporary.store.readCommitted { (reader) throws(StoreError) in
      [try reader.item(trashed)?.parent, try reader.item(other)?.parent]
    }
    #expect(parents == [.root, .root])
  }
}
