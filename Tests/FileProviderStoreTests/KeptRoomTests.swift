import CSQLite
import Foundation
import Glibc
import Testing

@testable import FileProviderStore

/// The room inside the log that is kept for a full disk.
@Suite struct KeptRoomTests {
  private func run(_ sql: String, _ connection: Connection) {
    #expect(sqlite3_exec(connection.handle, sql, nil, nil, nil) == SQLITE_OK, "\(sql)")
  }

  private func fill(_ connection: Connection, rows: Int) {
    run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows)) INSERT INTO t SELECT randomblob(4000) FROM n
      """, connection)
  }

  /// A log that begins again is made shorter when it has become long, by this process or by another one. What is known of the room follows, so
  /// that room is taken again when the log grows.
  @Test(arguments: [true, false])
  func `a log that was made shorter has no room left behind its end`(byOther: Bool)
    throws
  {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("room-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let url = directory.appendingPathComponent("items.sqlite")
    #expect(FileManager.default.createFile(atPath: url.path, contents: nil))
    let connection = try Connection(url, .writing)
    run("PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = 65536; CREATE TABLE t(a)", connection)
    let file = try #require(StoreVFS.databaseFile(of: connection.handle))
    DatabaseFile.keepRoom(file)
    guard DatabaseFile.canKeepRoom(file) else { return }
    DatabaseFile.replenish(file)
    fill(connection, rows: 2000)
    if byOther {
      let other = try Connection(url, .writing)
      run("PRAGMA journal_size_limit = 65536; PRAGMA wal_checkpoint(RESTART); INSERT INTO t VALUES (1)", other)
      #expect(DatabaseFile.of(file).pointee.room.log > 8 << 20)
    } else {
      run("PRAGMA wal_checkpoint(RESTART); INSERT INTO t VALUES (1)", connection)
    }
    fill(connection, rows: 1)
    var status = stat()
    #expect(stat(url.path + "-wal", &status) == 0)
    let room = DatabaseFile.of(file).pointee.room
    #expect(room.log <= Int64(status.st_blocks) * 512, "\(room), \(status.st_blocks) blocks")
    #expect(room.log >= KeptRoom.wholeLog)
  }
}
