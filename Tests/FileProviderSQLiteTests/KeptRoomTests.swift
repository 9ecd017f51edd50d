import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderSQLite

/// The room inside the write-ahead log that is reserved for a full disk.
@Suite struct KeptRoomTests {
  private func fill(_ connection: Connection, rows: Int) throws {
    try connection.run(
      script: """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows)) INSERT INTO t SELECT randomblob(4000) FROM n
        """)
  }

  /// A long write-ahead log is truncated when it begins again, by this process or by another one. The store notices that its room is gone, and takes
  /// room again when the log grows.
  @Test(arguments: [true, false])
  func `a log that was made shorter has no room left behind its end`(byOther: Bool)
    throws
  {
    let directory = try TestDirectory("room")
    let url = directory.appending("items.sqlite")
    #expect(FileManager.default.createFile(atPath: url.path, contents: nil))
    let connection = try Connection(opening: url, .writing)
    try connection.run(script: "PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = 65536; CREATE TABLE t(a)")
    let file = try #require(connection.file)
    DatabaseFile.keepRoom(file)
    guard DatabaseFile.canKeepRoom(file) else { return }
    DatabaseFile.replenish(file)
    try fill(connection, rows: 2000)
    if byOther {
      let other = try Connection(opening: url, .writing)
      try other.run(
        script: "PRAGMA journal_size_limit = 65536; PRAGMA wal_checkpoint(RESTART); INSERT INTO t VALUES (1)")
      #expect(DatabaseFile.of(file).pointee.room.wal > 8 << 20)
    } else {
      try connection.run(script: "PRAGMA wal_checkpoint(RESTART); INSERT INTO t VALUES (1)")
    }
    try fill(connection, rows: 1)
    var status = stat()
    #expect(stat(url.path + "-wal", &status) == 0)
    let room = DatabaseFile.of(file).pointee.room
    #expect(room.wal <= Int64(status.st_blocks) * 512, "\(room), \(status.st_blocks) blocks")
    #expect(room.wal >= KeptRoom.wholeWAL)
  }
}
