import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FileProviderSQLite

/// The lock of a read transaction that a connection keeps for the next one. One test after the other: each gives back what all of the process keep.
@Suite(.serialized) struct ReadLockTests {
  private let directory: TestDirectory
  private let writer: Connection

  init() throws {
    directory = try TestDirectory("readlock")
    let url = directory.appending("items.sqlite")
    #expect(FileManager.default.createFile(atPath: url.path, contents: nil))
    writer = try Connection(opening: url, .writing)
    try writer.run(
      script: """
        PRAGMA journal_mode = WAL;
        CREATE TABLE t(id INTEGER PRIMARY KEY, value INTEGER);
        INSERT INTO t VALUES (1, 0), (2, 0)
        """)
  }

  private func reader(keepsLock: Bool = true) throws -> Connection {
    let reader = try Connection(opening: directory.appending("items.sqlite"), .reading)
    if keepsLock { reader.keepReadLock() }
    return reader
  }

  private func set(_ value: Int) throws { try writer.run(script: "UPDATE t SET value = \(value)") }

  /// Whether this process has a lock that readers have.
  private func isLocked() throws -> Bool {
    try FileLocks.ranges(of: getpid(), on: directory.appending("items.sqlite-shm").path)
      .contains { $0.isShared && $0.bytes.overlaps(123...127) }
  }

  @Test func `it is kept until it is given back, or the connection is closed`() throws {
    let plain = try reader(keepsLock: false)
    #expect(try plain.integer("SELECT value FROM t") == 0)
    #expect(try !isLocked())
    do {
      let reader = try reader()
      #expect(try reader.integer("SELECT value FROM t") == 0)
      #expect(try isLocked())
      reader.releaseReadLock()
      #expect(try !isLocked())
      #expect(try reader.integer("SELECT value FROM t") == 0)
      #expect(try isLocked())
      Connection.releaseReadLocks()
      #expect(try !isLocked())
      #expect(try reader.integer("SELECT value FROM t") == 0)
    }
    #expect(try !isLocked())
  }

  /// Each of these wants the locks of readers for itself.
  @Test(arguments: [Connection.Checkpoint.passive, .restart, .truncate])
  func `those who keep it are in nobody's way, and see what is committed`(_ kind: Connection.Checkpoint) throws {
    let readers = [try reader(), try reader(), try reader()]
    for value in 1...50 {
      try set(value)
      for reader in readers.prefix(1 + value % 3) {
        #expect(try reader.integer("SELECT sum(value) FROM t") == Int64(2 * value))
      }
      try writer.checkpoint(kind, timeout: 0)
      if value % 5 == 0 {
        for reader in readers { #expect(try reader.integer("SELECT sum(value) FROM t") == Int64(2 * value)) }
      }
    }
    // The log began again each time that all of it was in the database.
    var status = stat()
    #expect(stat(directory.appending("items.sqlite-wal").path, &status) == 0)
    #expect(status.st_size < 100_000)
  }

  /// A transaction that is open keeps its snapshot, and only then is somebody in the way.
  @Test func `what is in use is not taken away`() throws {
    let reader = try reader()
    try reader.run(script: "BEGIN")
    #expect(try reader.integer("SELECT value FROM t WHERE id = 1") == 0)
    try set(1)
    Connection.releaseReadLocks()
    #expect(throws: SQLiteError.self) { try writer.checkpoint(.truncate, timeout: 0) }
    #expect(try reader.integer("SELECT value FROM t WHERE id = 2") == 0)
    try reader.run(script: "COMMIT")
    try writer.checkpoint(.truncate, timeout: 0)
    #expect(try reader.integer("SELECT value FROM t WHERE id = 2") == 1)
  }

  @Test func `another process gets it once it is given back`() throws {
    let python = try #require(Machine.installed("python3"))
    let reader = try reader()
    #expect(try reader.integer("SELECT value FROM t") == 0)
    try set(1)
    let script = """
      import sqlite3, sys
      print(sqlite3.connect(sys.argv[1], timeout=0).execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0])
      """
    func checkpoint() throws -> String {
      try RunningProcess([python, "-c", script, directory.appending("items.sqlite").path], environment: [:]).wait()
        .output
    }
    #expect(try checkpoint() == "1\n")
    Connection.releaseReadLocks()
    #expect(try checkpoint() == "0\n")
    #expect(try reader.integer("SELECT value FROM t") == 1)
  }

  private final class Readers: Sendable {
    let isOver = Atomic<Bool>(false)
    let failures = Mutex<[String]>([])
    let group = DispatchGroup()

    func start(_ number: Int, _ database: URL) {
      group.enter()
      Thread.detachNewThread { [self] in
        do { try read(number, database) } catch { failures.withLock { $0.append("\(number): \(error)") } }
        group.leave()
      }
    }

    private func read(_ number: Int, _ database: URL) throws {
      let reader = try Connection(opening: database, .reading)
      reader.keepReadLock()
      var last: Int64 = 0
      var reads = 0
      while !isOver.load(ordering: .relaxed) {
        let sum = try reader.integer("SELECT sum(value) FROM t") ?? -1
        if sum < last || sum % 2 != 0 { failures.withLock { $0.append("\(number): \(sum) after \(last)") } }
        last = sum
        reads += 1
        if reads % 7 == number { reader.releaseReadLock() }
        if reads % 50 == 0 { Connection.releaseReadLocks() }
      }
    }
  }

  /// Both rows are always changed together, and never back.
  @Test func `readers and a writer at the same time`() throws {
    let readers = Readers()
    for number in 0..<4 { readers.start(number, directory.appending("items.sqlite")) }
    do {
      defer {
        readers.isOver.store(true, ordering: .relaxed)
        readers.group.wait()
      }
      for value in 1...(Machine.number("ROUNDS") ?? 2000) {
        try set(value)
        if value % 20 == 0 { try writer.checkpoint(.passive) }
        if value % 100 == 0 { try? writer.checkpoint(.restart, timeout: 1) }
      }
    }
    #expect(readers.failures.withLock { $0 } == [])
    Connection.releaseReadLocks()
    try writer.checkpoint(.truncate, timeout: 0)
  }

  /// A thread that gives locks back again and again, beside one that reads. What goes wrong while one is given back lasts until the next time.
  @Test func `a transaction that has begun has its lock until it ends`() throws {
    let releasing = Readers()
    releasing.group.enter()
    Thread.detachNewThread {
      while !releasing.isOver.load(ordering: .relaxed) {
        Connection.releaseReadLocks()
        // The clock itself is meant: any moment of a transaction.
        usleep(100)
      }
      releasing.group.leave()
    }
    defer {
      releasing.isOver.store(true, ordering: .relaxed)
      releasing.group.wait()
    }
    let reader = try reader()
    for _ in 0..<(Machine.number("ROUNDS") ?? 3000) {
      for _ in 0..<20 { #expect(try reader.integer("SELECT 1 FROM t WHERE id = 1") == 1) }
      try reader.run(script: "BEGIN")
      #expect(try reader.integer("SELECT value FROM t WHERE id = 1") == 0)
      let isLocked = try isLocked()
      try reader.run(script: "COMMIT")
      guard isLocked else {
        Issue.record("the lock was taken away from a transaction")
        return
      }
    }
  }

  /// Such a connection never has shared memory.
  @Test func `a connection to a database that nobody changes may keep it`() throws {
    try writer.checkpoint(.truncate, timeout: 0)
    for _ in 0..<10 {
      let frozen = try Connection(name: directory.appending("items.sqlite").absoluteString, .frozen)
      try frozen.configure(.frozen)
      frozen.keepReadLock()
      #expect(try frozen.integer("SELECT count(*) FROM t") == 2)
    }
    #expect(DatabaseFile.keeperCount == 0)
    Connection.releaseReadLocks()
  }

  @Test func `connections that come and go leave nothing behind`() throws {
    for value in 1...1000 {
      let reader = try reader()
      #expect(try reader.integer("SELECT count(*) FROM t") == 2)
      if value % 100 == 0 { try set(value) }
    }
    #expect(DatabaseFile.keeperCount == 0)
    try writer.checkpoint(.truncate, timeout: 0)
  }
}
