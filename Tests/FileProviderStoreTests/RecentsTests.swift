import FileProvider
import Foundation
import TestSupport
import Testing

@testable import FileProviderStore

/// Which uses of documents are remembered, how many, and how long.
@Suite struct RecentsTests {
  private let temporary: TemporaryStore

  init() throws { temporary = try TemporaryStore() }

  private func recents() throws -> [String] {
    try temporary.store.readCommitted { (reader) throws(StoreError) in
      var found: [(String, Timestamp)] = []
      try reader.forEachMember(after: .none) { record, membership in
        if let used = membership.lastUsed { found.append((record.name.spelling, used)) }
        return true
      }
      return found.sorted { $0.1 < $1.1 }.map(\.0)
    }
  }

  private func mark(_ item: ItemID, at time: Timestamp = .now) throws {
    try temporary.change { (transaction) throws(StoreError) in try TreeEditor(transaction).markUsed(item, at: time) }
  }

  @Test func `an item that was used is a member, and its status-change time stays`() throws {
    let item = try temporary.create("report")
    let before = try temporary.store.readCommitted { (reader) throws(StoreError) in try reader.item(item) }
    let start = try temporary.generation()
    try mark(item)
    #expect(try recents() == ["report"])
    let after = try temporary.store.readCommitted { (reader) throws(StoreError) in try reader.item(item) }
    #expect(after?.changed == before?.changed)
    let changes = try temporary.changes(.everything, since: start)
    #expect(changes.map(\.fields) == [.lastUsed])
    #expect(try temporary.changes(.workingSet, since: start).map(\.event) == [.add])
  }

  @Test func `an earlier use than the one known changes nothing`() throws {
    let item = try temporary.create("report")
    try mark(item, at: Timestamp(rawValue: 2000))
    let generation = try temporary.generation()
    try mark(item, at: Timestamp(rawValue: 1000))
    try mark(item, at: Timestamp(rawValue: 2000))
    #expect(try temporary.generation() == generation)
  }

  @Test func `hidden items, what is below hidden folders and what is in the trash leave no mark`() throws {
    let folder = try temporary.create(".git", kind: .folder)
    let below = try temporary.create("deep", in: folder, kind: .folder)
    let trashed = try temporary.create("gone")
    try temporary.change { (transaction) throws(StoreError) in _ = try TreeEditor(transaction).trash(trashed, user: 0) }
    for item in [folder, try temporary.create("index", in: below), try temporary.create(".swp"), trashed] {
      try mark(item)
    }
    #expect(try recents() == [])
    #expect(throws: Never.self) { try mark(ItemID(rawValue: 999_999)) }
  }

  @Test func `the oldest leave when there are too many, and are a deletion to a reader of the working set`() throws {
    let items = try (1...5).map { try temporary.create("item \($0)") }
    for (index, item) in items.enumerated() {
      try mark(item, at: Timestamp(rawValue: Timestamp.now.rawValue + Int64(index)))
    }
    try temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: items[1]) { $0.tags = Array("red".utf8) }
    }
    let start = try temporary.generation()
    let count = try temporary.store.change(author: "test") { (transaction) throws(StoreError) in
      try TreeEditor(transaction).trimRecents(to: RecentsPolicy(limit: 2, age: 3600))
    }
    #expect(count == 3)
    #expect(try recents() == ["item 4", "item 5"])
    let changes = try temporary.changes(.workingSet, since: start)
    // The one with a tag is still a member.
    #expect(changes.map(\.event) == [.delete, .update, .delete])
  }

  @Test func `what was used too long ago leaves, however few there are`() throws {
    let now = Timestamp.now.rawValue
    for (name, days) in [("old", 8), ("new", 6)] {
      try mark(try temporary.create(name), at: Timestamp(rawValue: now - Int64(days) * 86400 * 1_000_000_000))
    }
    try temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).trimRecents(to: RecentsPolicy(limit: 100, age: 7 * 86400))
    }
    #expect(try recents() == ["new"])
  }

  @Test func `many are taken off some hundred at a time, the oldest first of all`() throws {
    let names = (0..<1200).map { "item \($0)" }
    try temporary.change { (transaction) throws(StoreError) in
      for (number, name) in names.enumerated() {
        let item = try TreeEditor(transaction).create(
          NewItem(parent: .root, name: FileName(name), kind: .file, mode: 0o644, owner: 0, group: 0))
        try TreeEditor(transaction).markUsed(item.id, at: Timestamp(rawValue: Timestamp.now.rawValue + Int64(number)))
      }
    }
    var counts: [Int] = []
    while counts.last != 0 {
      let count = try temporary.store.change(author: "test") { (transaction) throws(StoreError) in
        try TreeEditor(transaction).trimRecents(to: RecentsPolicy(limit: 3, age: 3600))
      }
      counts.append(count)
      #expect(try recents() == names.suffix(1200 - counts.reduce(0, +)))
      try #require(counts.count < 10)
    }
    #expect(counts == [500, 500, 197, 0])
    #expect(try recents() == names.suffix(3))
  }

  @Test func `a domain keeps its own bounds`() throws {
    let own = RecentsPolicy(limit: 7, age: 77)
    #expect(
      try temporary.store.readCommitted { (reader) throws(StoreError) in try TreeReader(reader).recentsPolicy() }
        == .standard)
    try temporary.change { (transaction) throws(StoreError) in try TreeEditor(transaction).setRecentsPolicy(own) }
    #expect(
      try temporary.reopened().readCommitted { (reader) throws(StoreError) in try TreeReader(reader).recentsPolicy() }
        == own)
    #expect(RecentsPolicy(limit: 1, age: .max).start(at: .now) == Timestamp(rawValue: .min))
  }
}
