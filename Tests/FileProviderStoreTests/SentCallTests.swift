import TestSupport
import Testing

@testable import FileProviderStore

/// What a store has of a call from before it is made until its outcome is known.
@Suite struct SentCallTests {
  private func stage() throws -> TemporaryStore {
    let store = try TemporaryStore()
    try store.change { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
    }
    return store
  }

  /// A document that the provider has, pending with some fields.
  private func document(_ name: String, _ transaction: Transaction) throws(StoreError) -> ItemID {
    let id = try ApplyingEditor(transaction).apply(PushTablesTests.item(name, name), in: .root)
    var row = PendingRow(item: id, at: Generation(rawValue: 1), since: 1, noted: 0)
    row.fields = .pushable
    try ReplicationEditor(transaction).write(row)
    return id
  }

  /// A new document that is pending.
  private func newDocument(_ name: String, _ transaction: Transaction) throws(StoreError) -> ItemID {
    let id = try TreeEditor(transaction).create(
      NewItem(parent: .root, name: FileName(unchecked: name), kind: .file, mode: 0o644, owner: 0, group: 0)
    ).id
    try ReplicationEditor(transaction).write(PendingRow(item: id, at: Generation(rawValue: 1), since: 1, noted: 0))
    return id
  }

  /// The row says which fields were sent, also when nobody waits for the answer any more. There is none once the outcome is known.
  @Test(arguments: [true, false]) func `a call is noted with what was sent`(mayHaveHappened: Bool) throws {
    let stage = try stage()
    try stage.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      let calls = ReplicationReader(transaction.reader)
      for (name, operation, fields) in [
        ("moved", PushCall.Operation.modify, ChangedFields.filename), ("edited", .modify, [.contents, .tags]),
        ("aside", .moveAside, []), ("deleted", .delete(recursively: true), []),
      ] {
        let id = try document(name, transaction)
        let call = try PushEditor(transaction).beginCall(operation, of: id, fields: fields)
        guard let sent = try calls.sentCall(of: id) else {
          Issue.record("no call on \(name)")
          return
        }
        #expect(sent.fields == fields && sent.isUnderWay && sent.kind == .file && sent.size == 5)
        #expect(sent.identifier == name && sent.contentVersion == [0x31] && sent.metadataVersion == [1])
        #expect(sent.began == transaction.generation)
        #expect((sent.place != nil) == ["moved", "aside"].contains(name))
        #expect(sent.operation == (name == "deleted" ? .delete : sent.place == nil ? .modify : .move))
        #expect(sent.number == call.number && sent.isRecursive == (name == "deleted"))
        // Before the call ends, it is known where the item is not.
        try ReplicationEditor(transaction).endMoves(of: id)
        #expect(try calls.sentCall(of: id) == sent)
        try PushEditor(transaction).endCall(call, mayHaveHappened: mayHaveHappened) { _ in }
        var ended = sent
        ended.isUnderWay = false
        #expect(try calls.sentCall(of: id) == (mayHaveHappened ? ended : nil))
        try ReplicationEditor(transaction).endCalls(on: id, identifier: name)
        #expect(try calls.sentCall(of: id) == nil)
      }
      let id = try newDocument("new", transaction)
      let call = try PushEditor(transaction).beginCall(.create, of: id, fields: .pushable)
      #expect(try calls.sentCall(of: id)?.operation == .create)
      #expect(try calls.sentCall(of: id)?.identifier == nil)
      #expect(try calls.sentCreation(of: id)?.filename == "new")
      try PushEditor(transaction).endCall(call, mayHaveHappened: mayHaveHappened) { _ in }
      #expect(try calls.sentCall(of: id)?.isUnderWay == (mayHaveHappened ? false : nil))
      try ReplicationEditor(transaction).endSentCreation(of: id)
      #expect(try calls.sentCall(of: id) == nil)
    }
  }

  /// That a call did not happen says nothing of the calls before it. Only the newest are kept, and two are never under way at once.
  @Test func `a call that did not happen leaves those that may have`() throws {
    let stage = try stage()
    try stage.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      let (id, editor) = (try document("a", transaction), PushEditor(transaction))
      for fields in [ChangedFields.contents, .filename] {
        let first = try editor.beginCall(.modify, of: id, fields: fields)
        try editor.endCall(first, mayHaveHappened: true) { _ in }
        let second = try editor.beginCall(.modify, of: id, fields: fields)
        try editor.endCall(second, mayHaveHappened: false) { _ in }
        let left = try ReplicationReader(transaction.reader).sentCall(of: id)
        #expect(left?.number == first.number && left?.isUnderWay == false)
      }
      for _ in 0..<20 {
        let call = try editor.beginCall(.modify, of: id, fields: .contents)
        try editor.endCall(call, mayHaveHappened: true) { _ in }
      }
      #expect(try transaction.reader.integer("SELECT count(*) FROM calls WHERE operation = 5") == 8)
      #expect(try ReplicationReader(transaction.reader).sentPlaces(of: id).count == 1)
      _ = try editor.beginCall(.modify, of: id, fields: .contents)
      #expect(throws: StoreError.self) { try editor.beginCall(.modify, of: id, fields: .filename) }
    }
  }

  /// Nobody asks for the outcome of a call once its item is not pending any more, or stays on this machine.
  @Test func `an item that is not sent again has no call`() throws {
    let stage = try stage()
    try stage.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      let editor = PushEditor(transaction)
      func expectNone(_ id: ItemID) throws(StoreError) {
        #expect(try ReplicationReader(transaction.reader).sentCall(of: id) == nil)
      }
      let local = try document("local", transaction)
      try editor.endCall(try editor.beginCall(.modify, of: local, fields: .tags), mayHaveHappened: true) { _ in }
      try ReplicationEditor(transaction).keepLocal(local)
      try expectNone(local)
      let rescued = try newDocument("rescued", transaction)
      _ = try editor.beginCall(.create, of: rescued, fields: .pushable)
      try RescueEditor(transaction).rescue(transaction.record(rescued))
      try expectNone(rescued)
      let deleted = try newDocument("deleted", transaction)
      try editor.endCall(try editor.beginCall(.create, of: deleted, fields: .pushable), mayHaveHappened: true) {
        $0.state = .parked
      }
      try ReplicationEditor(transaction).forgetPending(deleted)
      try expectNone(deleted)
      let (replaced, new) = (try document("replaced", transaction), try newDocument("refused", transaction))
      try editor.endCall(try editor.beginCall(.create, of: new, fields: .pushable), mayHaveHappened: true) {
        $0.state = .parked
      }
      #expect(try ReplicationEditor(transaction).transferIdentity(from: replaced, to: new))
      try expectNone(new)
    }
  }

  /// A call is known by its number, whatever becomes of the item's identifier, and whatever else is called meanwhile.
  @Test func `an answer is about the item that has the call`() throws {
    let stage = try stage()
    try stage.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      let editor = PushEditor(transaction)
      let (id, new) = (try document("a", transaction), try newDocument("new", transaction))
      let call = try editor.beginCall(.modify, of: id, fields: .contents)
      #expect(try ReplicationEditor(transaction).transferIdentity(from: id, to: new))
      guard var known = try ProvidedReader(transaction.reader).provided(new) else {
        Issue.record("the new document has no identity")
        return
      }
      known.identifier = "elsewhere/a"
      try ReplicationEditor(transaction).write(known)
      #expect(try editor.present(call) == new)
      try editor.endCall(call, mayHaveHappened: true) { _ in }
      #expect(try ProvidedReader(transaction.reader).pending(new)?.state == .ready)
      #expect(try ReplicationReader(transaction.reader).sentCall(of: new)?.isUnderWay == false)

      // Nobody waits for this one any more when another one begins.
      let other = try document("b", transaction)
      let forgotten = try editor.beginCall(.modify, of: other, fields: .contents)
      try ReplicationEditor(transaction).forgetPending(other)
      let later = try document("c", transaction)
      _ = try editor.beginCall(.modify, of: later, fields: .contents)
      #expect(try editor.present(forgotten) == nil)
      try editor.endCall(forgotten, mayHaveHappened: false) { _ in }
      #expect(try ReplicationReader(transaction.reader).sentCall(of: later)?.isUnderWay == true)
    }
  }

  /// The contents of a call are those of the document that is saved over its own.
  @Test func `a call goes on with the document that replaces its own`() throws {
    let stage = try stage()
    try stage.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      let id = try document("a", transaction)
      _ = try PushEditor(transaction).beginCall(.modify, of: id, fields: .contents)
      let new = try TreeEditor(transaction).create(
        NewItem(parent: .root, name: FileName(unchecked: "new"), kind: .file, mode: 0o644, owner: 0, group: 0)
      ).id
      #expect(try ReplicationEditor(transaction).transferIdentity(from: id, to: new))
      #expect(try ReplicationReader(transaction.reader).sentCall(of: id) == nil)
      #expect(try ReplicationReader(transaction.reader).sentCall(of: new)?.fields == .contents)
      #expect(try ReplicationReader(transaction.reader).sentCall(of: new)?.isUnderWay == true)
    }
  }

  /// After a kill each call may have happened, and a question has sent nothing. The provider is asked about both.
  @Test func `a question of an earlier process is not taken for a call`() throws {
    let stage = try stage()
    try stage.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      let (called, asked) = (try document("called", transaction), try document("asked", transaction))
      _ = try PushEditor(transaction).beginCall(.modify, of: called, fields: .contents)
      guard var row = try ProvidedReader(transaction.reader).pending(asked) else { return }
      row.state = .calling
      try ReplicationEditor(transaction).write(row)
      try PushEditor(transaction).endCallsOfBefore()
      for id in [called, asked] {
        let row = try ProvidedReader(transaction.reader).pending(id)
        #expect(row?.state == .ready && row?.isStale == true && row?.fields.contains(.contents) == true)
        #expect(row?.options == (id == called ? .mayAlreadyExist : []))
      }
      #expect(try ReplicationReader(transaction.reader).sentCall(of: called)?.isUnderWay == false)
    }
  }
}
