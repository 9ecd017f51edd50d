import Foundation
import Glibc
import FileProviderSQLite
import TestSupport
import Testing

@testable import FileProviderStore

@Suite struct IntegrityTests {
  static let every = Set((0..<KilledStore.count).map { "contents of \($0)" })

  /// A write-ahead log that has lost something is reported by every opening, which changes nothing.
  @Test(arguments: Damage.allCases) func `a damaged log is refused and nothing is changed`(damage: Damage) throws {
    let killed = try KilledStore()
    try damage.strike(killed.wal)
    let before = try killed.files()
    for _ in 0..<2 {
      let error = #expect(throws: StoreError.self) { try ItemStore(directory: killed.directory) }
      #expect(error?.code == .damaged && error?.message.contains("nothing was changed") == true, "\(error as Any)")
    }
    #expect(throws: StoreError.self) { try ItemStore(reading: killed.directory) }
    #expect(throws: StoreError.self) { try SearchIndex(storeIn: killed.directory) }
    let findings = try killed.check()
    #expect(findings.map(\.state) == [.left], "\(findings)")
    #expect(try killed.files() == before)
  }

  /// After a restart of the machine only synchronized commits have to be there; a write-ahead log that ends before them is damaged all the same.
  @Test(arguments: Damage.allCases)
  func `a damaged log is refused after a restart if it was synchronized`(damage: Damage) throws {
    let killed = try KilledStore(isSynchronized: true)
    try killed.restartMachine()
    try damage.strike(killed.wal)
    let error = #expect(throws: StoreError.self) { try ItemStore(directory: killed.directory) }
    #expect(error?.code == .damaged, "\(error as Any)")
  }

  /// Commits that were not synchronized may be gone after a restart of the machine. That is no damage.
  @Test func `a log that ends early after a restart is an ordinary loss of power`() throws {
    let killed = try KilledStore()
    try killed.restartMachine()
    try Damage.cut.strike(killed.wal)
    let store = try ItemStore(directory: killed.directory)
    #expect(try store.rootNames().count < KilledStore.count)
  }

  /// A repair keeps everything that can be read, and moves contents without a name to `lost+found`: there are never fewer bytes than before.
  @Test(arguments: Damage.allCases) func `repairing a damaged log loses no contents`(damage: Damage) throws {
    let killed = try KilledStore()
    try damage.strike(killed.wal)
    let before = try killed.files()
    let findings = try killed.check(repairs: true)
    #expect(!findings.isEmpty && findings.allSatisfy { $0.state == .repaired }, "\(findings)")
    let documents = try killed.documents()
    #expect(documents.count == KilledStore.count && Set(documents.values) == Self.every)
    // The byte was hit in a page that is in the log again.
    if damage == .oneByte { #expect(documents["document 7"] == "contents of 7") }
    #expect(try killed.check().isEmpty)
    // The damaged files are kept as they were.
    let kept = try FileManager.default.contentsOfDirectory(atPath: killed.directory.path).filter {
      $0.hasPrefix("damaged-")
    }
    let place = killed.directory.appendingPathComponent(try #require(kept.first))
    #expect(try Data(contentsOf: place.appendingPathComponent("items.sqlite")) == before["items.sqlite"])
    let log = try? Data(contentsOf: place.appendingPathComponent("items.sqlite-wal"))
    #expect(log ?? Data() == before["items.sqlite-wal"] ?? Data())
  }

  /// Damaged pages cost what is on them, and not what a tree leads to through them: of many items in folders most keep all, and all folders their names.
  @Test(arguments: [UInt64](1...4)) func `damaged pages take nothing else along`(seed: UInt64) throws {
    let place = try TestDirectory("damaged")
    let (folders, documents) = (60, 40)
    do {
      let store = try ItemStore(directory: place.url)
      for number in 0..<folders {
        try store.change(author: "test") { (transaction) throws(StoreError) in
          func new(_ name: String, _ kind: ItemKind, in parent: ItemID) throws(StoreError) -> ItemID {
            let name = FileName(unchecked: name)
            return try TreeEditor(transaction).create(
              NewItem(parent: parent, name: name, kind: kind, mode: 0o644, owner: 0, group: 0)
            ).id
          }
          let folder = try new("folder \(number)", .folder, in: .root)
          for other in 0..<documents { _ = try new("document \(other) in folder \(number)", .file, in: folder) }
        }
      }
      try store.finish()
    }
    let database = place.appending("items.sqlite")
    var data = try Data(contentsOf: database)
    var random = SeededGenerator(seed: seed)
    // The roots of all trees, which lead to everything, and other pages.
    let roots = try Connection(database, .reading).texts("SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'items'")
    for root in roots { data[(try #require(Int(root)) - 1) * 4096 + 3] ^= 0x40 }
    for _ in 0..<20 { data[4096 + random.below(data.count - 4096)] ^= UInt8(1 << random.below(8)) }
    try data.write(to: database)
    var options = StoreCheck.Options()
    options.repairs = true
    try StoreCheck.run(storeIn: place.url, options) { _ in }
    let store = try ItemStore(directory: place.url)
    try store.readCommitted { (reader) throws(StoreError) in
      var (found, complete) = (0, 0)
      for number in 0..<folders {
        guard let folder = try reader.resolve("/folder \(number)") else { continue }
        found += 1
        for other in 0..<documents {
          if try reader.resolve("/folder \(number)/document \(other) in folder \(number)")?.parent == folder.id {
            complete += 1
          }
        }
      }
      #expect(found >= folders - 2, "seed \(seed)")
      #expect(complete > folders * documents * 8 / 10, "seed \(seed)")
    }
  }

  /// Small contents are taken from a damaged database with the items that have them, also where the tree is damaged that they are in: from each page by
  /// itself.
  @Test(arguments: ["items", "small_contents"])
  func `small contents of a damaged database are kept`(_ table: String) throws {
    let place = try TestDirectory("damaged")
    func bytes(_ number: Int) -> [UInt8] { [UInt8](repeating: UInt8(number), count: 2000 + number) }
    do {
      let store = try ItemStore(directory: place.url)
      for number in 0..<200 {
        try store.change(author: "test") { (transaction) throws(StoreError) in
          let name = FileName(unchecked: "document \(number)")
          let item = try TreeEditor(transaction).create(
            NewItem(parent: .root, name: name, kind: .file, mode: 0o644, owner: 0, group: 0))
          _ = try transaction.writeSmall(
            bytes(number), modified: .now, to: item, isVersion: false, session: "test")
          try transaction.noteSynchronized(item.id, session: "test")
        }
      }
      try store.finish()
    }
    let database = place.appending("items.sqlite")
    var data = try Data(contentsOf: database)
    let roots = try Connection(database, .reading).texts("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'")
    data[(try #require(roots.first.flatMap { Int($0) }) - 1) * 4096 + 3] ^= 0x40
    try data.write(to: database)
    var options = StoreCheck.Options()
    options.repairs = true
    try StoreCheck.run(storeIn: place.url, options) { _ in }
    let store = try ItemStore(directory: place.url)
    for number in 0..<200 {
      let item = try store.readCommitted { (reader) throws(StoreError) in try reader.resolve("/document \(number)") }
      let content = try #require(item?.content, "document \(number)")
      #expect(try store.contents.bytes(of: content, about: 0, atMost: .max) == bytes(number))
    }
  }

  /// A missing or empty database is not made anew beside contents, and one that is zeroed is not accepted.
  @Test(arguments: [Damage.zeroed, .cut, .gone])
  func `a damaged database is refused and repaired`(damage: Damage) throws {
    let killed = try KilledStore(isFinished: true)
    try damage.strike(killed.database)
    let before = try killed.files()
    let error = #expect(throws: StoreError.self) { try ItemStore(directory: killed.directory) }
    #expect(error?.code == .damaged, "\(error as Any)")
    #expect(try killed.check().contains { $0.state == .left })
    #expect(try killed.files() == before)
    #expect(try killed.check(repairs: true).allSatisfy { $0.state == .repaired })
    let documents = try killed.documents()
    #expect(documents.count == KilledStore.count && Set(documents.values) == Self.every)
    #expect(try killed.check().isEmpty)
  }

  /// An empty database is not made anew either, and its write-ahead log, which SQLite would remove, is used for the repair.
  @Test func `an empty database is made of its log again`() throws {
    let killed = try KilledStore()
    try Data().write(to: killed.database)
    let before = try killed.files()
    #expect(throws: StoreError.self) { try ItemStore(directory: killed.directory) }
    #expect(try killed.files() == before)
    _ = try killed.check(repairs: true)
    #expect(try killed.documents()["document 99"] == "contents of 99")
  }

  /// After an orderly end everything is in the database: damage of the write-ahead log does no harm.
  @Test(arguments: Damage.allCases) func `an orderly end needs no log`(damage: Damage) throws {
    let killed = try KilledStore(isFinished: true)
    if FileManager.default.fileExists(atPath: killed.wal.path) {
      #expect(try Data(contentsOf: killed.wal).prefix(32).allSatisfy { $0 == 0 }, "it has been ended")
      try? FileManager.default.removeItem(at: killed.wal)
      if damage != .gone { try Data(repeating: damage == .zeroed ? 0 : 7, count: 9000).write(to: killed.wal) }
    }
    #expect(try killed.documents().count == KilledStore.count)
    #expect(try killed.check().isEmpty)
    let marks = killed.directory.appendingPathComponent("contents/sessions").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: marks).isEmpty)
  }

  /// An anchor from before the repair has expired, because its change may be lost.
  @Test func `anchors expire when a database is made of a damaged one`() throws {
    let killed = try KilledStore()
    try Damage.cut.strike(killed.wal)
    _ = try killed.check(repairs: true)
    let store = try ItemStore(directory: killed.directory)
    try store.readCommitted { (reader) throws(StoreError) in
      #expect(try !reader.coversChanges(since: Generation(rawValue: 150)))
    }
  }

  /// A repair that was interrupted before the exchange of the databases continues the next time; until then the store cannot be opened.
  @Test func `an interrupted repair is refused and goes on`() throws {
    let killed = try KilledStore(isFinished: true)
    let workshop = killed.directory.appendingPathComponent("recovery")
    try FileManager.default.createDirectory(at: workshop, withIntermediateDirectories: true)
    try FileManager.default.moveItem(at: killed.database, to: workshop.appendingPathComponent("items.sqlite"))
    let error = #expect(throws: StoreError.self) { try ItemStore(directory: killed.directory) }
    #expect(error?.code == .damaged)
    _ = try killed.check(repairs: true)
    #expect(try killed.documents()["document 1"] == "contents of 1")
  }

  /// A process may be killed while it makes a store, after the last step of the schema and before the identifier is written.
  @Test func `a store without its identifier is one that the next opening creates`() throws {
    let place = try TestDirectory("unfinished")
    let contents = place.url.appendingPathComponent("contents")
    try FileManager.default.createDirectory(at: contents, withIntermediateDirectories: true)
    do {
      let connection = try StoreDatabase.openMaintenance(directory: place.url).connection
      try Schema.steps.takeMissing(on: connection)
    }
    let error = #expect(throws: StoreError.self) { try ItemStore(reading: place.url) }
    #expect(error?.code == .noSuchItem, "\(error as Any)")
    var findings: [StoreFinding] = []
    try StoreCheck.run(storeIn: place.url, StoreCheck.Options()) { findings.append($0) }
    #expect(findings.map(\.state) == [.due], "\(findings)")
    let store = try ItemStore(directory: place.url)
    #expect(try store.rootNames().isEmpty)
  }

  /// Whatever has taken its identifier: it has items.
  @Test func `a store that has lost its identifier is damaged`() throws {
    let killed = try KilledStore(isFinished: true)
    try FileManager.default.removeItem(at: killed.directory.appendingPathComponent("contents"))
    try FileManager.default.removeItem(at: SyncWitness.url(in: killed.directory))
    do {
      let connection = try Connection(killed.database, .writing)
      try connection.execute("DELETE FROM settings WHERE key = 'uuid'")
    }
    let error = #expect(throws: StoreError.self) { try ItemStore(reading: killed.directory) }
    #expect(error?.code == .damaged, "\(error as Any)")
  }

  /// Something else in the place of a file is reported with its path, and no call waits for it.
  @Test func `something else than a file in a file's place is named`() throws {
    for name in ["items.sqlite", "items.sqlite-wal", "wake", "redo", "reserve", "queue.lock"] {
      let killed = try KilledStore(isFinished: true)
      let path = killed.directory.appendingPathComponent(name).path
      unlink(path)
      #expect(mkfifo(path, 0o600) == 0)
      let error = #expect(throws: StoreError.self) { try ItemStore(directory: killed.directory) }
      #expect(error?.message.contains(path) == true && error?.message.contains("FIFO") == true, "\(error as Any)")
    }
  }

  /// A repair does not wait at a FIFO either. It takes the file for a lost one.
  @Test(.timeLimit(.minutes(1)), arguments: ["items.sqlite", "items.sqlite-wal"])
  func `a FIFO in a file's place is repaired`(name: String) throws {
    let killed = try KilledStore()
    let path = killed.directory.appendingPathComponent(name).path
    unlink(path)
    try #require(mkfifo(path, 0o600) == 0)
    #expect(try killed.check().map(\.state) == [.left])
    #expect(try killed.check(repairs: true).allSatisfy { $0.state == .repaired })
    #expect(try Set(killed.documents().values) == Self.every)
    #expect(try killed.check().isEmpty)
  }

  /// The same of a link to a file, which is not followed.
  @Test func `a link in a file's place is named`() throws {
    let killed = try KilledStore(isFinished: true)
    let path = killed.directory.appendingPathComponent("redo").path
    unlink(path)
    try #require(symlink(killed.database.path, path) == 0)
    let error = #expect(throws: StoreError.self) { try ItemStore(directory: killed.directory) }
    #expect(error?.message.contains("\(path) is a symbolic link") == true, "\(error as Any)")
  }

  /// A search ends with an error, and does not wait for ever, if something else is in the place of a file.
  @Test(arguments: ["items.sqlite", "search.sqlite", "search.lock"])
  func `a search does not wait for a FIFO`(name: String) throws {
    let killed = try KilledStore(isFinished: true)
    let path = killed.directory.appendingPathComponent(name).path
    unlink(path)
    #expect(mkfifo(path, 0o600) == 0)
    let error = #expect(throws: StoreError.self) { try SearchIndex(storeIn: killed.directory) }
    #expect(error?.message.contains(path) == true, "\(error as Any)")
  }
}
