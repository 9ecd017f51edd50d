import Foundation
import Glibc
import FileProviderSQLite
import TestSupport
import Testing

@testable import FileProviderStore

/// Who may use the room that is kept for emptying a full disk.
@Suite struct DiskReserveTests {
  /// A database on a small disk with the room that a store keeps.
  private final class Stage {
    let place: TestDirectory
    let disk: SmallDisk
    let connection: Connection
    let reserve: DiskReserve

    init(_ kind: SmallDisk.Kind = .memory) throws {
      place = try TestDirectory("reserve")
      disk = try SmallDisk(at: place.path, kind, megabytes: 32)
      let file = place.appending("items.sqlite")
      #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
      connection = try Connection(file, .writing)
      reserve = DiskReserve(directory: place.url)
      StoreDatabase.keepReserve(connection, place.url)
      try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t(a); INSERT INTO t VALUES (randomblob(10000))")
      // What an earlier version has left.
      try Data(count: 10).write(to: URL(fileURLWithPath: ReserveFile.path(in: place.url)))
      reserve.keep(with: connection)
    }

    /// Adds rows, each a commit, as a change does that makes something new, until the disk is full.
    func fillSparing() -> StoreError? {
      var rows = 0
      for _ in 0..<10_000 {
        do throws(StoreError) {
          rows += try reserve.spare { () throws(StoreError) -> Int in
            try change("INSERT INTO t VALUES (randomblob(10000))")
          }
        } catch { return error }
      }
      return nil
    }

    /// - Returns: 1, for one commit.
    @discardableResult
    func change(_ sql: String) throws(StoreError) -> Int {
      try connection.execute(sql)
      return 1
    }
  }

  /// A log that has become long gives its room back when there is no other, and so do those of the indexes.
  @Test func `a full disk shortens the logs`() throws {
    let temporary = try TemporaryStore()
    let id = try temporary.create("document")
    for number in 0..<400 {
      try temporary.change { (transaction) throws(StoreError) in
        try transaction.changeExtendedAttribute("user.\(number)", to: [UInt8](repeating: 1, count: 60_000), of: id)
      }
    }
    let words = (0..<8).map { "word\($0)" + String(repeating: "x", count: 20) }.joined(separator: " ")
    try temporary.change { (transaction) throws(StoreError) in
      for number in 0..<12000 {
        try TreeEditor(transaction).create(
          NewItem(
            parent: .root, name: FileName(unchecked: "\(number) \(words)"), kind: .file, mode: 0o644, owner: 0, group: 0
          ))
      }
    }
    let index = try SearchIndex(storeIn: temporary.directory)
    try #require(try index.catchUp(within: 60))
    // That of contacts is any database.
    let contacts = try Connection(temporary.directory.appendingPathComponent("contacts.sqlite"), .maintaining)
    try contacts.execute("PRAGMA journal_mode = WAL")
    try contacts.execute("CREATE TABLE t(x)")
    try contacts.execute("INSERT INTO t VALUES (zeroblob(6000000))")
    let log = StoreDatabase.wal(in: temporary.directory)
    let indexes = IndexLog.all(in: temporary.directory).map(\.url.path)
    try #require(StoreFiles.room(of: log.path) > 16 << 20)
    for index in indexes { try #require(StoreFiles.room(of: index) > 4 << 20) }
    #expect(temporary.store.makeRoom())
    #expect(StoreFiles.room(of: log.path) <= 5 << 20)
    for index in indexes { #expect(StoreFiles.room(of: index) == 0) }
    // What is in them is all there, and they are long enough now.
    #expect(!temporary.store.makeRoom())
    try temporary.create("after")
    #expect(try temporary.store.rootNames().count == 12002)
  }

  /// The disks that write what is changed to another place are known by name; others do not, nor do those that nobody knows.
  @Test func `an ordinary disk does not copy on write`() throws {
    #expect(!StoreDatabase.copiesOnWrite(URL(fileURLWithPath: "/proc")))
    #expect(!StoreDatabase.copiesOnWrite(URL(fileURLWithPath: "/none")))
  }

  /// The room is in the database where the disk has it there, and the file of earlier versions goes.
  @Test(.enabled(if: Machine.isRoot, "only root can mount a small disk"))
  func `the room is in one place`() throws {
    let stage = try Stage()
    #expect(!stage.reserve.isIncomplete)
    #expect(!FileManager.default.fileExists(atPath: ReserveFile.path(in: stage.place.url)))
  }

  /// A disk that gives no room behind the end of a file has it in a file of its own.
  @Test(.enabled(if: SmallDisk.loopProblem == nil, Comment(rawValue: SmallDisk.loopProblem ?? "")))
  func `another disk has a file`() throws {
    let stage = try Stage(.loop(type: "ext3", blockSize: 1024))
    #expect(!stage.reserve.isIncomplete)
    let size = try FileManager.default.attributesOfItem(atPath: ReserveFile.path(in: stage.place.url))[.size] as? Int64
    #expect(size == ReserveFile.wholeSize)
    // It is given up for a change on a full disk, and taken back when there is room again.
    let room = try stage.reserve.use(mayFold: false) { () throws(StoreError) in stage.reserve.isIncomplete }
    #expect(room && !stage.reserve.isIncomplete)
  }

  /// What makes something new finds the disk full while there is room left to remove things, and after that there is room again.
  @Test(.enabled(if: Machine.isRoot, "only root can mount a small disk"))
  func `what is new leaves the room for removals`() throws {
    let stage = try Stage()
    try stage.disk.fill(butFor: 2 << 20)
    #expect(stage.fillSparing()?.code == .full)
    // A removal writes many pages, and may.
    #expect(throws: Never.self) { try stage.change("UPDATE t SET a = zeroblob(9000) WHERE rowid % 4 = 0") }
    try stage.disk.empty()
    #expect(throws: Never.self) { try stage.change("INSERT INTO t VALUES (randomblob(10000))") }
    stage.connection.replenishRoom()
    #expect(!stage.reserve.isIncomplete)
  }

  /// A full disk has its log used again from its beginning before a removal is made, unless that is not allowed now.
  @Test(.enabled(if: Machine.isRoot, "only root can mount a small disk"), arguments: [true, false])
  func `a full disk has its log folded first`(mayFold: Bool) throws {
    let stage = try Stage()
    try stage.change("INSERT INTO t VALUES (randomblob(100000))")
    let before = databaseSize(stage)
    let during = try stage.reserve.use(mayFold: mayFold) { () throws(StoreError) -> Int64 in databaseSize(stage) }
    #expect((during > before) == mayFold)
  }

  /// How long the database is, in bytes: folding the log makes it grow.
  private func databaseSize(_ stage: Stage) -> Int64 {
    var status = stat()
    return stat(stage.place.appending("items.sqlite").path, &status) == 0 ? Int64(status.st_size) : -1
  }
}
