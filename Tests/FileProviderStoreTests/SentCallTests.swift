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

  /// Everything that was sent is there, whatever the call changes, also when nobody waits for its answer any more; nothing is when its outcome is known.
  @Test(arguments: [true, false]) func `a call is noted with what was sent`(mayHaveHappened: Bool) throws {
    let stage = try stage()
    try stage.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      let calls = ReplicationReader(transaction.reader)
      for (name, operation, fields) in [
        ("moved", PushCall.Operation.modify, ChangedFields.filename), ("edited", .modify, [.contents, .tags]),
        ("aside", .moveAside, []), ("deleted", .delete(recursively: false), []),
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
        // Where it is not, say, is known before the call ends.
        try ReplicationEditor(transaction).endCalls(on: id, identifier: name, isAnswered: false)
        #expect(try calls.sentCall(of: id) == sent)
        try PushEditor(transaction).endCall(call, mayHaveHappened: mayHaveHappened) { _ in }
        var ended = sent
        ended.isUnderWay = false
        #expect(try calls.sentCall(of: id) == (mayHaveHappened ? ended : nil))
        try ReplicationEditor(transaction).endCalls(on: id, identifier: name)
        #expect(try calls.sentCall(of: id) == nil)
      }
      let id = try TreeEditor(transaction).create(
        NewItem(parent: .root, name: FileName(unchecked: "new"), kind: .file, mode: 0o644, owner: 0, group: 0)
      ).id
      try ReplicationEditor(transaction).write(
        PendingRow(item: id, at: Generation(rawValue: 1), since: 1, noted: 0))
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

  /// After a kill each call may have happened; nothing is sent with a question. The provider is asked after both.
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
