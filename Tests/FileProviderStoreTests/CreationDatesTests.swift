import TestSupport
import Testing

@testable import FileProviderStore

/// What is noted of waiting creations after a loss of power.
@Suite struct CreationDatesTests {
  private func notes(_ reader: StoreReader) throws(StoreError) -> Int64 {
    try reader.integer("SELECT count(*) FROM calls WHERE operation = 4") ?? 0
  }

  @Test func `a creation is noted until it is known what became of it, and not all of one second are`() throws {
    let stage = try TemporaryStore()
    try stage.change { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
    }
    try stage.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      var ids: [ItemID] = []
      for number in 0..<600 {
        let record = try TreeEditor(transaction).create(
          NewItem(
            parent: .root, name: FileName(unchecked: "f\(number)"), kind: .file, mode: 0o644, owner: 0, group: 0))
        ids.append(record.id)
        var row = PendingRow(item: record.id, at: Generation(rawValue: 7), since: 1, noted: 2)
        row.fields = .pushable
        try ReplicationEditor(transaction).write(row)
      }
      try PushEditor(transaction).makePendingUnconfirmed()
      let noted = try notes(transaction.reader)
      #expect((1...512).contains(noted), "\(noted)")
      for id in ids { try ReplicationEditor(transaction).endSentCreation(of: id) }
      #expect(try notes(transaction.reader) == 0)
    }
  }

  /// Two machines may make equal documents within a millisecond, and a date that a provider keeps exactly distinguishes them.
  @Test func `a date within the same millisecond is another one, unless the provider keeps milliseconds`() {
    let ours = Timestamp(rawValue: 1_795_647_993_399_582_123)
    let rounded = Timestamp(ours.date)
    #expect(rounded.isSame(as: ours))
    let another = Timestamp(rawValue: ours.rawValue + 500_000)
    #expect(!another.isSame(as: ours))
    let inMilliseconds = Timestamp(Timestamp(rawValue: ours.rawValue / 1_000_000 * 1_000_000).date)
    #expect(inMilliseconds.isSame(as: ours))
  }
}
