import FileProviderStore
import Foundation
import Glibc
import TestSupport
import Testing

/// The write-ahead log after commits that were each written with one call.
@Suite struct CommitWritingTests {
  /// As large as an attribute can be: some of them are more than the page cache of the writer holds.
  private static let value = [UInt8](repeating: 7, count: 65_000)
  private static let many = 400

  /// Opens what a killed process leaves: the database and its log, without the index of the log, as the bytes in the files have it.
  private func afterKill<Result>(_ temporary: TemporaryStore, _ body: (ItemStore) throws -> Result) throws -> Result {
    let copy = temporary.directory.appendingPathComponent("copy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    for name in ["items.sqlite", "items.sqlite-wal"] {
      try FileManager.default.copyItem(
        at: temporary.directory.appendingPathComponent(name), to: copy.appendingPathComponent(name))
    }
    let store = try ItemStore(directory: copy)
    try expectIntact(store)
    return try body(store)
  }

  private func expectIntact(_ store: ItemStore) throws {
    let findings = try store.withConnection { try $0.texts("PRAGMA integrity_check") }
    #expect(findings == ["ok"])
  }

  private func attributes(of id: ItemID, _ store: ItemStore) throws -> Int {
    try store.readCommitted { (reader) throws(StoreError) in try reader.extendedAttributeNames(of: id).count }
  }

  /// Fills more pages than the writer's cache holds, and then changes the first ones again, which are in the log by then.
  private func fill(_ id: ItemID, _ transaction: Transaction) throws(StoreError) {
    for number in 0..<Self.many {
      try transaction.changeExtendedAttribute("user.\(number)", to: Self.value, of: id)
    }
    for number in 0..<4 {
      try transaction.changeExtendedAttribute("user.\(number)", to: [UInt8](repeating: 8, count: 65_000), of: id)
    }
  }

  /// A commit survives a kill right after it, however small it is.
  @Test func `small commits are in the log at once`() throws {
    let temporary = try TemporaryStore()
    for number in 0..<20 {
      try temporary.create("file \(number)")
      #expect(try afterKill(temporary) { try $0.rootNames().count } == number + 1)
    }
    #expect(try temporary.reopened().rootNames().count == 20)
  }

  /// The same for a commit that is larger than the page cache, so that parts of it are written early, and some of them twice.
  @Test func `a commit larger than the cache is in the log at once`() throws {
    let temporary = try TemporaryStore()
    let id = try temporary.create("file")
    try temporary.change { (transaction) throws(StoreError) in try fill(id, transaction) }
    #expect(try attributes(of: id, try temporary.reopened()) == Self.many)
    try afterKill(temporary) { store in
      #expect(try attributes(of: id, store) == Self.many)
      let first = try store.readCommitted { (reader) throws(StoreError) in
        try reader.extendedAttribute("user.0", of: id)
      }
      #expect(first?.first == 8)
    }
  }

  /// Pages of a transaction that was rolled back are never written over a commit that another process writes in their place.
  @Test func `a large transaction that is rolled back leaves the next commit alone`() throws {
    let temporary = try TemporaryStore()
    let id = try temporary.create("file")
    let other = try temporary.reopened()
    // Among these sizes is one that is just larger than the cache: the little that is in the log early is at its beginning.
    for (round, size) in (205...235).enumerated() {
      try temporary.store.withConnection { try $0.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
      #expect(throws: StoreError.self) {
        try temporary.change { (transaction) throws(StoreError) in
          for number in 0..<size { try transaction.changeExtendedAttribute("user.\(number)", to: Self.value, of: id) }
          throw StoreError(.interrupted)
        }
      }
      try other.change(author: "other") { (transaction) throws(StoreError) in
        for number in 0..<20 {
          let name = try FileName("\(round) \(number)")
          try TreeEditor(transaction).create(
            NewItem(parent: .root, name: name, kind: .file, mode: 0o644, owner: 0, group: 0))
        }
      }
      try temporary.create("own \(round)")
      #expect(try afterKill(temporary) { try $0.rootNames().count } == 1 + 21 * (round + 1), "\(size) values")
    }
    #expect(try attributes(of: id, temporary.store) == 0)
  }

  /// A commit that fails has no effect, wherever in it the disk was full.
  @Test(arguments: [0, 5_000, 100_000, 300_000, 20_000_000])
  func `a commit that fails leaves nothing`(_ room: Int) throws {
    let temporary = try TemporaryStore()
    let id = try temporary.create("file")
    let log = temporary.directory.appendingPathComponent("items.sqlite-wal").path
    let size = try #require(try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int)
    try withFileSizeLimit(size + room) {
      #expect(throws: StoreError.self) {
        try temporary.change { (transaction) throws(StoreError) in try fill(id, transaction) }
      }
    }
    #expect(try attributes(of: id, temporary.store) == 0)
    #expect(try afterKill(temporary) { try attributes(of: id, $0) } == 0)
    try temporary.create("later")
    #expect(try afterKill(temporary) { try $0.rootNames() } == ["file", "later"])
  }
}
