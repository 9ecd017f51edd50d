import FileProviderTesting
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FileProviderStore

@Suite struct SearchFeedingTests {
  private func found(_ term: String, in directory: URL) throws -> [String] {
    let index = try SearchIndex(storeIn: directory)
    #expect(try index.catchUp(within: 10))
    #expect(try index.status() == .upToDate)
    var query = SearchQuery(terms: [term])
    query.includesAll = true
    return try index.search(query).records.map(\.name.spelling).sorted()
  }

  /// Whatever happened, the index gives the same results as looking at every item of the store.
  private func expectAgreement(_ store: ItemStore, _ seed: UInt64) throws {
    let index = try SearchIndex(storeIn: store.directory)
    #expect(try index.catchUp(within: 10))
    let documents = try store.readCommitted { (reader) throws(StoreError) in
      try SearchReader(reader).searchDocuments(after: .none, limit: 100_000)
    }
    let database = try SearchDatabase(directory: store.directory, makes: false)
    #expect(try database.integer("SELECT count(*) FROM documents") == Int64(documents.count), "seed \(seed)")
    for document in documents { #expect(try database.document(document.id) == document, "seed \(seed)") }
    // FTS5 compares each row with what it has of it only where it has a copy; without one it checks its own shape.
    try database.statement("INSERT INTO words(words) VALUES ('integrity-check')").run()
    for document in documents.prefix(50) {
      var query = SearchQuery(terms: [document.name])
      query.includesAll = true
      #expect(try index.search(query).records.contains { $0.id == document.id }, "seed \(seed): \(document.name)")
    }
  }

  /// Random creations, renames, moves, tags, trashings, restorings and deletions, taken in at random moments.
  @Test(arguments: [UInt64](1...6))
  func `the index follows any history`(seed: UInt64) throws {
    let temporary = try TemporaryStore()
    var random = SeededGenerator(seed: seed)
    var folders: [ItemID] = [.root]
    var items: [ItemID] = []
    for step in 0..<400 {
      let parent = folders.randomElement(using: &random) ?? .root
      let item = items.randomElement(using: &random)
      let name = try FileName("name \(step) \(["Alpha", "betaGamma", "δέλτα"].randomElement(using: &random) ?? "")")
      let choice = Int.random(in: 0..<10, using: &random)
      let made: ItemID? = try? temporary.store.change(author: "test") { (transaction) throws(StoreError) -> ItemID? in
        switch (choice, item) {
        case (0...2, _), (_, nil):
          let kind: ItemKind = choice == 0 ? .folder : .file
          return try TreeEditor(transaction).create(
            NewItem(parent: parent, name: name, kind: kind, mode: 0o644, owner: 0, group: 0)
          ).id
        case (3, let item?): _ = try TreeEditor(transaction).move(item, to: parent, name: name)
        case (4, let item?):
          try TreeEditor(transaction).changeMembership(of: item) { $0.tags = Array("tag\(step),x".utf8) }
        case (5, let item?): try TreeEditor(transaction).changeMembership(of: item) { $0 = Membership() }
        case (6, let item?): try TreeEditor(transaction).changeMembership(of: item) { $0.lastUsed = .now }
        case (7, let item?): _ = try TreeEditor(transaction).trash(item, user: 0)
        case (8, let item?): try TreeEditor(transaction).restore(item)
        case (_, let item?): try TreeEditor(transaction).delete(item)
        }
        return nil
      }
      if let made {
        items.append(made)
        if choice == 0 { folders.append(made) }
      }
      if step % 97 == 50 { try expectAgreement(temporary.store, seed) }
    }
    try expectAgreement(temporary.store, seed)
  }

  /// An index that is gone is made again by the next search.
  @Test func `a missing index is made again`() throws {
    let temporary = try TemporaryStore()
    try temporary.create("here.txt")
    #expect(try found("here", in: temporary.directory) == ["here.txt"])
    SearchDatabase.remove(from: temporary.directory)
    #expect(try found("here", in: temporary.directory) == ["here.txt"])
  }

  /// Damage of any kind: not a database at all, cut off, or with pages overwritten.
  @Test(arguments: ["text", "cut", "pages", "version", "anchor"])
  func `a damaged index is removed and made again`(damage: String) throws {
    let temporary = try TemporaryStore()
    for number in 0..<500 { try temporary.create("file number \(number).txt") }
    #expect(try found("499", in: temporary.directory) == ["file number 499.txt"])
    let url = SearchDatabase.url(in: temporary.directory)
    var data = try Data(contentsOf: url)
    switch damage {
    case "text": data = Data("this is no database, and long enough to be seen as none".utf8)
    case "cut": data = data.prefix(data.count / 2)
    case "pages": for offset in stride(from: 4096, to: data.count - 4096, by: 512) { data[offset] ^= 0xa5 }
    case "version":
      try SearchDatabase(directory: temporary.directory, makes: false).statement("PRAGMA user_version = 99").run()
    default:
      try SearchDatabase(directory: temporary.directory, makes: false).statement(
        "UPDATE progress SET anchor = 'nonsense'"
      ).run()
    }
    if ["text", "cut", "pages"].contains(damage) { try data.write(to: url) }
    try temporary.create("new 499.txt")
    // What is read of a damaged page is only known to be so when it is read; the feeder reads what it changes.
    for number in 0..<500 {
      try temporary.change { (transaction) throws(StoreError) in
        guard let item = try transaction.reader.child(of: .root, named: FileName("file number \(number).txt")) else {
          return
        }
        try TreeEditor(transaction).changeMembership(of: item.id) { $0.pinned = true }
      }
    }
    #expect(try found("499", in: temporary.directory) == ["file number 499.txt", "new 499.txt"])
  }

  /// If the change log no longer reaches back to the index's anchor, everything is listed again.
  @Test func `an index behind the log's reach is made again`() throws {
    let temporary = try TemporaryStore(retention: 100)
    try temporary.create("first.txt")
    #expect(try found("first", in: temporary.directory) == ["first.txt"])
    for number in 0..<5000 { try temporary.create("later \(number).txt") }
    let oldest = try temporary.store.readCommitted { (reader) throws(StoreError) in try reader.oldestGeneration() }
    #expect(oldest.rawValue > 100)
    #expect(try found("first", in: temporary.directory) == ["first.txt"])
    #expect(try found("4999", in: temporary.directory) == ["later 4999.txt"])
  }

  /// An index of another store is not used.
  @Test func `an index of another store is made again`() throws {
    let (one, other) = (try TemporaryStore(), try TemporaryStore())
    try one.create("one.txt")
    try other.create("other.txt")
    _ = try found("one", in: one.directory)
    for ending in ["", "-wal"] {
      let path = SearchDatabase.url(in: one.directory).path + ending
      if access(path, F_OK) == 0 {
        try FileManager.default.copyItem(atPath: path, toPath: SearchDatabase.url(in: other.directory).path + ending)
      }
    }
    #expect(try found("one", in: other.directory).isEmpty)
    #expect(try found("other", in: other.directory) == ["other.txt"])
  }

  /// A feeder that finds another one at work waits for it, though not for ever.
  @Test func `one feeds at a time`() throws {
    let temporary = try TemporaryStore()
    try temporary.create("a.txt")
    let lock = try FeederLock(directory: temporary.directory)
    let index = try SearchIndex(storeIn: temporary.directory)
    let waited: Bool? = try lock.ifFree { () throws(StoreError) in try index.catchUp(within: 0.1) }
    #expect(waited == false)
    #expect(try index.search(SearchQuery(terms: ["a"])).records.isEmpty)
    #expect(try index.catchUp(within: 10))
  }

  /// The thread of a mount keeps the index up to date by itself, and ends when it is told to.
  @Test func `the follower keeps up`() throws {
    let temporary = try TemporaryStore()
    let waiter = try temporary.store.makeChangeWaiter()
    let directory = temporary.directory
    let ended = Ended()
    Thread.detachNewThread {
      SearchIndex.follow(storeIn: directory, waiter: waiter)
      ended.set()
    }
    try temporary.create("followed.txt")
    let index = try SearchIndex(storeIn: directory)
    #expect(try eventually(seconds: 20) { try index.status() == .upToDate })
    var query = SearchQuery(terms: ["followed"])
    query.includesAll = true
    #expect(try index.search(query).records.map(\.name.spelling) == ["followed.txt"])
    waiter.cancel()
    #expect(eventually(seconds: 20) { ended.isSet })
  }

  private final class Ended: Sendable {
    private let flag = Atomic<Bool>(false)
    var isSet: Bool { flag.load(ordering: .acquiring) }
    func set() { flag.store(true, ordering: .releasing) }
  }

  /// A search never makes or changes a store.
  @Test func `a directory without a store is refused`() throws {
    let directory = TestDirectory.unused()
    #expect(throws: StoreError.self) { try SearchIndex(storeIn: directory) }
    #expect(!FileManager.default.fileExists(atPath: directory.path))
  }
}
