import TestSupport
import Testing

@testable import FileProviderStore

/// Which item an answer is about, by its identifier: one that came with the changes before the answer may be the very one that was sent, one that was
/// here before the call is another.
@Suite struct AnsweredIdentifierTests {
  private static let name = "made"

  private struct Stage {
    let store: TemporaryStore
    let id: ItemID

    init() throws {
      store = try TemporaryStore()
      try store.change { (transaction) throws(StoreError) in
        try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
        try transaction.setFlags(.unlisted, false, of: .root)
      }
      id = try store.create(AnsweredIdentifierTests.name)
      try note()
    }

    func note() throws {
      try store.change(author: ChangeAuthor.replica) { (transaction) throws(StoreError) in
        while try !PendingEditor(transaction).notePending(PendingTests.pace) {}
      }
    }

    func begin() throws -> PushCall {
      try store.store.change(author: ChangeAuthor.replica) { (transaction) throws(StoreError) in
        try PushEditor(transaction).beginCall(.create, of: id, fields: .pushable)
      }
    }

    /// The changes report the item that the answer is to have.
    func hear() throws {
      try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
        try ApplyingEditor(transaction).apply(PushTablesTests.item("a", AnsweredIdentifierTests.name), in: .root)
      }
    }

    /// A program changes what is in a call.
    func edit() throws {
      try store.change { (transaction) throws(StoreError) in
        try TreeEditor(transaction).changeMembership(of: id) { $0.favoriteRank = 1 }
      }
      try note()
    }

    func answer(_ call: PushCall) throws -> PushEditor.Acknowledgement {
      var item = PushTablesTests.item("a", AnsweredIdentifierTests.name)
      item.size = 0
      let answer = PushAnswer(item: item)
      return try store.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
        _ = try PendingEditor(transaction).notePending(PendingTests.pace)
        return try PushEditor(transaction).acknowledge(call, answer, PendingTests.pace)
      }
    }
  }

  @Test(arguments: [false, true]) func `what the changes report during the call is what was created`(
    isEdited: Bool
  ) throws {
    let stage = try Stage()
    let call = try stage.begin()
    try stage.hear()
    if isEdited { try stage.edit() }
    #expect(try stage.answer(call) == .done)
    try stage.store.store.readCommitted { (reader) throws(StoreError) in
      #expect(try ProvidedReader(reader).provided(identifier: "a")?.item == stage.id)
      #expect(try reader.child(of: .root, named: FileName(unchecked: "made (2)")) == nil)
    }
  }

  @Test func `what was here before the call is another item`() throws {
    let stage = try Stage()
    try stage.hear()
    let call = try stage.begin()
    #expect(try stage.answer(call) == .isAnother)
    try stage.store.store.readCommitted { (reader) throws(StoreError) in
      #expect(try ProvidedReader(reader).provided(stage.id) == nil)
      // It may have been created all the same.
      #expect(try ReplicationReader(reader).sentCreation(of: stage.id) != nil)
    }
  }
}
