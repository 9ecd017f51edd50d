import FileProviderTesting
import TestSupport
import Testing

@testable import FileProviderStore

@Suite struct MemberFoldersTests {
  /// After any moves, trashings, restorings and deletions, a member is suspended exactly if a folder above it is in the trash, and the folders above
  /// every member are recorded with their parents.
  @Test(arguments: [UInt64](1...8))
  func `members below trashed folders are suspended and all folders above members are noted`(seed: UInt64) throws {
    let temporary = try TemporaryStore()
    var random = SeededGenerator(seed: seed)
    var folders: [ItemID] = [.root]
    var items: [ItemID] = []
    for step in 0..<600 {
      let parent = folders.randomElement(using: &random) ?? .root
      let item = items.randomElement(using: &random)
      let name = try FileName("n\(step)")
      let choice = Int.random(in: 0..<11, using: &random)
      let made: ItemID? = try? temporary.store.change(author: "test") { (transaction) throws(StoreError) -> ItemID? in
        switch (choice, item) {
        case (0...2, _), (_, nil):
          let isTrashed = try transaction.reader.isItem(parent, atOrBelow: .trash)
          guard !isTrashed else { return nil }
          let kind: ItemKind = choice < 2 ? .folder : .file
          return try TreeEditor(transaction).create(
            NewItem(parent: parent, name: name, kind: kind, mode: 0o644, owner: 0, group: 0)
          ).id
        case (3, let item?):
          // Below the top of the trash, programs move things in and out as anywhere else.
          if try transaction.reader.item(item)?.parent != .trash {
            _ = try TreeEditor(transaction).move(item, to: parent, name: name)
          }
        case (4...5, let item?):
          try TreeEditor(transaction).changeMembership(of: item) { $0.tags = Array("t\(step)".utf8) }
        case (6, let item?): try TreeEditor(transaction).changeMembership(of: item) { $0.tags = nil }
        case (7...8, let item?): _ = try TreeEditor(transaction).trash(item, user: 0)
        case (9, let item?): try TreeEditor(transaction).restore(item)
        case (_, let item?): try TreeEditor(transaction).delete(item)
        }
        return nil
      }
      if let made {
        items.append(made)
        if choice < 2 { folders.append(made) }
      }
      if step % 100 == 99 { try check(temporary.store, seed) }
    }
  }

  private func check(_ store: ItemStore, _ seed: UInt64) throws {
    try store.readCommitted { (reader) throws(StoreError) in
      for record in try SearchReader(reader).searchDocuments(after: .none, limit: 10_000) {
        guard let item = try reader.item(record.id), let membership = try reader.membership(of: record.id) else {
          continue
        }
        let isBelow = item.parent == .trash ? false : try reader.isItem(item.parent, atOrBelow: .trash)
        #expect(membership.suspended == isBelow, "seed \(seed)")
        #expect(item.flags.contains(.suspended) == isBelow, "seed \(seed)")
        #expect(item.flags.contains(.member) == membership.isMember, "seed \(seed)")
      }
      let unnoted = try reader.integer(
        """
        WITH RECURSIVE above(id) AS (
          SELECT parent FROM items WHERE flags & 17 AND parent >= 1024
          UNION SELECT i.parent FROM above JOIN items i ON i.id = above.id WHERE i.parent >= 1024)
        SELECT count(*) FROM above JOIN items i ON i.id = above.id
          LEFT JOIN member_folders m ON m.item = i.id AND m.parent = i.parent WHERE m.item IS NULL
        """)
      #expect(unnoted == 0, "seed \(seed)")
      let gone = try reader.integer(
        "SELECT count(*) FROM member_folders m LEFT JOIN items i ON i.id = m.item AND i.parent = m.parent WHERE i.id IS NULL"
      )
      #expect(gone == 0, "seed \(seed)")
      let listed = try reader.integer("SELECT count(*) FROM members WHERE suspended = 0") ?? 0
      var count: Int64 = 0
      try reader.forEachMember(after: .none) { _, _ in
        count += 1
        return true
      }
      #expect(count == listed, "seed \(seed)")
    }
  }
}
