import Foundation
import GRDBSQLite

/// A connection of SQLite's own, for the hot reads and for the one writer.
///
/// GRDB opens the same database for migrations and maintenance. Its connections are not used here: they follow every commit with
/// hooks that expect GRDB's own statements.
final class Connection {
  let handle: OpaquePointer

  /// 32 MiB of log between two foldings, in pages: each synchronizes two files. With the default of 1000 pages a create waited three times
  /// as long for the disk as it computed.
  static let longestLog: Int32 = 8192

  /// A log that has become longer than this, in bytes, is shortened when it begins again.
  static let longestKeptLog = 64 << 20

  /// How long to wait for a lock of SQLite's, in milliseconds.
  static let busyTimeout: Int32 = 10_000

  enum Access {
    case reading
    case writing
    /// Reading where nothing can be written, and nobody writes: without locks, and without a log (`immutable` in
    /// https://www.sqlite.org/uri.html).
    case frozen
  }

  /// - Throws: What SQLite said, with the path.
  init(_ url: URL, _ access: Access) throws(StoreError) {
    var handle: OpaquePointer?
    let mode = access == .writing ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    let name = access == .frozen ? url.absoluteURL.absoluteString + "?immutable=1" : url.path
    _ = StoreVFS.isInstalled
    // Without SQLite's own mutex: one thread uses a connection at a time.
    let code = sqlite3_open_v2(
      name, &handle, mode | SQLITE_OPEN_NOMUTEX | (access == .frozen ? SQLITE_OPEN_URI : 0), nil)
    guard code == SQLITE_OK, let handle else {
      let error = StoreError(sqlite: code, on: handle)
      sqlite3_close_v2(handle)
      throw StoreError(error.code, "\(url.path): \(error.message)")
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, Self.busyTimeout)
    sqlite3_extended_result_codes(handle, 1)
    try run("PRAGMA temp_store = MEMORY; PRAGMA secure_delete = OFF")
    switch access {
    case .reading, .frozen:
      // The inner pages of a million items; each thread of a mount has such a connection.
      try run("PRAGMA cache_size = -4096")
    case .writing:
      StoreVFS.gatherCommits(on: handle)
      try run("PRAGMA cache_size = -16384")
      try run("PRAGMA synchronous = NORMAL")
      try run("PRAGMA journal_size_limit = \(Self.longestKeptLog)")
      try run("PRAGMA wal_autocheckpoint = \(Self.longestLog)")
    }
  }

  deinit { sqlite3_close_v2(handle) }

  private func run(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw StoreError(sqlite: code, on: handle) }
  }
}
