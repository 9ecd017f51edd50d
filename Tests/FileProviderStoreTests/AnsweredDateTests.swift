import TestSupport
import Testing

@testable import FileProviderStore

/// With contents their date is sent. It is the provider's as soon as they are.
@Suite struct AnsweredDateTests {
  @Test(arguments: [false, true]) func `a date is taken with the contents that it belongs to`(isTaken: Bool) throws {
    let temporary = try TemporaryStore()
    try temporary.change { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
      try transaction.setFlags(.unlisted, false, of: .root)
    }
    let known = PushTablesTests.item("a", "a")
    let id = try temporary.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ApplyingEditor(transaction).apply(known, in: .root)
    }
    let made = try temporary.store.contents.create()
    let key = made.key
    made.keep()
    try temporary.change { (transaction) throws(StoreError) in
      try transaction.setContents(key, size: 0, modified: .now, of: id)
    }
    try temporary.change(author: ChangeAuthor.replica) { (transaction) throws(StoreError) in
      while try !PendingEditor(transaction).notePending(PendingTests.pace) {}
    }
    let (synced, kept) = try temporary.store.changeAsProvider(PendingTests.pace) { (transaction) throws(StoreError) in
      let call = try PushEditor(transaction).beginCall(.modify, of: id, fields: .contents)
      var item = PushTablesTests.item("a", "a", version: isTaken ? "2" : "1")
      if isTaken { (item.size, item.modified) = (0, nil) }
      let answer = PushAnswer(item: item, stillPending: isTaken ? [] : .contents)
      _ = try PushEditor(transaction).acknowledge(call, answer, PendingTests.pace)
      let reader = ProvidedReader(transaction.reader)
      return (try reader.synced(id)?.modified, try reader.pending(id)?.kept ?? [])
    }
    #expect((synced == known.modified) == !isTaken)
    // All of it was refused: the provider does not take contents, and is not sent them again.
    #expect(kept.contains(.contents) == !isTaken)
  }
}
