import FileProvider
import Foundation
import FileProviderSQLite
import TestSupport
import Testing

@testable import FileProviderStore

/// How much of the change log is kept, by the domain's setting.
@Suite struct LogRetentionTests {
  private let temporary: TemporaryStore

  init() throws { temporary = try TemporaryStore() }

  private func set(_ retention: LogRetention) throws {
    try temporary.change { (transaction) throws(StoreError) in try PendingEditor(transaction).setLogRetention(retention)
    }
  }

  private func prune() throws {
    while try temporary.store.change(
      author: "test", { (transaction) throws(StoreError) in try PendingEditor(transaction).pruneLog() })
    {}
  }

  private func rows() throws -> Int {
    try temporary.store.readCommitted { (reader) throws(StoreError) in
      var count = 0
      try LogReader(reader).forEachLogRow(after: .zero) { _ in
        count += 1
        return true
      }
      return count
    }
  }

  /// Ages rows as if they had been written that long ago.
  private func age(upTo generation: Generation, seconds: Int64) throws {
    try edit("UPDATE log SET time = time - \(seconds * 1_000_000) WHERE generation <= \(generation)")
  }

  /// Changes the log behind the store's back.
  private func edit(_ sql: String) throws {
    try Connection(temporary.directory.appendingPathComponent("items.sqlite"), .writing).execute(sql)
  }

  @Test func `so many changes are kept, and another opening goes by it`() throws {
    for number in 0..<50 { try temporary.create("item-\(number)") }
    try set(.changes(20))
    try prune()
    #expect(try rows() == 20)
    let other = try temporary.reopened()
    #expect(try other.readCommitted { (reader) throws(StoreError) in try other.logRetention(reader) } == .changes(20))
    // A thousand changes later it is looked at again without being asked.
    for number in 0..<1100 { try temporary.create("later-\(number)") }
    #expect(try rows() < 1024 + 20)
  }

  @Test func `changes of so long are kept, and an anchor from before has expired`() throws {
    for number in 0..<10 { try temporary.create("old-\(number)") }
    let old = try temporary.generation()
    try age(upTo: old, seconds: 3600)
    for number in 0..<5 { try temporary.create("new-\(number)") }
    try set(.age(seconds: 7200))
    try prune()
    #expect(try rows() == 15)
    try set(.age(seconds: 1800))
    try prune()
    #expect(try rows() == 5)
    #expect(try temporary.changes(.everything, since: old).count == 5)
    let before = Generation(rawValue: old.rawValue - 1)
    #expect(throws: StoreError.self) { try temporary.changes(.everything, since: before) }
  }

  @Test func `the newest row stays, however old it is`() throws {
    for number in 0..<3 { try temporary.create("item-\(number)") }
    let newest = try temporary.generation()
    try age(upTo: newest, seconds: 3600)
    try set(.age(seconds: 1))
    try prune()
    #expect(try rows() == 1)
    #expect(try temporary.generation() == newest)
  }

  /// A clock that was wrong for a while does not cause the changes around that time to be removed.
  @Test func `a row with a wrong time takes no newer ones with it`() throws {
    for number in 0..<3 { try temporary.create("item-\(number)") }
    let wrong = try temporary.generation()
    try edit("UPDATE log SET time = 0 WHERE generation = \(wrong)")
    try set(.age(seconds: 3600))
    try prune()
    #expect(try rows() == 3)
  }
}
