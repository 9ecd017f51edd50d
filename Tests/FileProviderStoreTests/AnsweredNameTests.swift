import TestSupport
import Testing

@testable import FileProviderStore

/// The provider may answer with another name than it was sent: its own choice, or what somebody else made of it before the answer.
@Suite struct AnsweredNameTests {
  private struct Stage {
    let store: TemporaryStore
    let id: ItemID

    /// - Parameter isKnown: Whether the provider knows the document, under another name.
    init(isKnown: Bool) throws {
      store = try TemporaryStore()
      try store.change { (transaction) throws(StoreError) in
        try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
        try transaction.setFlags(.unlisted, false, of: .root)
      }
      if isKnown {
        id = try store.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
          try ApplyingEditor(transaction).apply(PushTablesTests.item("a", "old"), in: .root)
        }
        try note()
        try move(to: "sent")
      } else {
        id = try store.create("sent")
        try note()
      }
    }

    func note() throws {
      try store.change(author: ChangeAuthor.replica) { (transaction) throws(StoreError) in
        while try !PendingEditor(transaction).notePending(PendingTests.pace) {}
      }
    }

    func move(to name: String) throws {
      let name = try FileName(name)
      try store.change { (transaction) throws(StoreError) in try TreeEditor(transaction).move(id, to: .root, name: name)
      }
      try note()
    }

    func begin() throws -> PushCall {
      let operation: PushCall.Operation = try isKnown ? .modify : .create
      return try store.store.change(author: ChangeAuthor.replica) { (transaction) throws(StoreError) in
        try PushEditor(transaction).beginCall(operation, of: id, fields: operation == .create ? .pushable : .filename)
      }
    }

    func answer(_ call: PushCall, named name: String) throws {
      var item = PushTablesTests.item("a", name)
      item.size = 0
      let answer = PushAnswer(item: item)
      try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
        _ = try PendingEditor(transaction).notePending(PendingTests.pace)
        _ = try PushEditor(transaction).acknowledge(call, answer, PendingTests.pace)
      }
    }

    private var isKnown: Bool {
      get throws {
        try store.store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).provided(id) != nil }
      }
    }

    var name: String? {
      get throws {
        try store.store.readCommitted { (reader) throws(StoreError) in try reader.record(id)?.name.spelling }
      }
    }
  }

  @Test(arguments: [("new", false), ("new", true), ("old", true), ("sent", true)])
  func `the name that the provider answers with is the name here`(name: String, isKnown: Bool) throws {
    let stage = try Stage(isKnown: isKnown)
    try stage.answer(stage.begin(), named: name)
    #expect(try stage.name == name)
  }

  @Test(arguments: [false, true]) func `a name that was given here since is uploaded, whatever the answer says`(
    isKnown: Bool
  ) throws {
    let stage = try Stage(isKnown: isKnown)
    let call = try stage.begin()
    try stage.move(to: "newer")
    try stage.answer(call, named: "new")
    #expect(try stage.name == "newer")
    let fields = try stage.store.store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).pending(stage.id)?.fields
    }
    #expect(fields?.contains(.filename) == true)
  }
}
