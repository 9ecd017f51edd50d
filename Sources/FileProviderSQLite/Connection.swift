import CFileProviderSQLite

/// A connection to a database, which one thread uses at a time.
package final class Connection {
  @usableFromInline let handle: OpaquePointer
  /// The database's file; `nil` if the layer could not be put in place.
  let file: DatabaseFile.File?
  /// How many pages the write-ahead log had after the last commit; see `stopCheckpoints`.
  package var walPages: Int32 = 0

  /// 32 MiB of log between two checkpoints, in pages: each synchronizes two files. With the default of 1000 pages a create waited three times
  /// as long for the disk as it computed.
  package static let longestWAL: Int32 = 8192

  /// A log that has become longer than this, in bytes, is shortened when it begins again.
  package static let longestKeptWAL = 64 << 20

  /// How long to wait for a lock of SQLite's, in milliseconds.
  static let busyTimeout: Int32 = 10_000

  package enum Access: Sendable {
    case reading
    case writing
    /// Writing what changes the schema; makes the database if there is none.
    case maintaining
    /// Reading where nothing can be written, and nobody writes: without locks, and without a log (`immutable` in
    /// https://www.sqlite.org/uri.html).
    case frozen
  }

  /// - Parameter name: A path; for `frozen` the URL of a file.
  /// - Throws: What SQLite said when it opened the database. It reads nothing of it yet: see `configure`.
  package init(name: String, _ access: Access) throws(SQLiteError) {
    var handle: OpaquePointer?
    _ = FileLayer.isInstalled
    let name = access == .frozen ? name + "?immutable=1" : name
    // Without SQLite's own mutex: one thread uses a connection at a time.
    let code = sqlite3_open_v2(name, &handle, access.flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      let error = SQLiteError(code, on: handle)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    file = FileLayer.databaseFile(of: handle)
    sqlite3_busy_timeout(handle, Self.busyTimeout)
    sqlite3_extended_result_codes(handle, 1)
  }

  /// Sets a new connection up.
  ///
  /// - Throws: What SQLite said.
  package func configure(_ access: Access) throws(SQLiteError) {
    try run(script: "PRAGMA temp_store = MEMORY")
    if access != .maintaining { try run(script: "PRAGMA secure_delete = OFF") }
    switch access {
    case .reading, .frozen:
      // The inner pages of a million items; each thread of a mount has such a connection.
      try run(script: "PRAGMA cache_size = -4096")
    case .writing:
      FileLayer.gatherCommits(on: handle)
      try run(script: "PRAGMA cache_size = -16384")
      try run(script: "PRAGMA synchronous = NORMAL")
      try run(script: "PRAGMA journal_size_limit = \(Self.longestKeptWAL)")
      try run(script: "PRAGMA wal_autocheckpoint = \(Self.longestWAL)")
    case .maintaining: break
    }
  }

  deinit { sqlite3_close_v2(handle) }

  /// Whether a transaction is open. An error may have ended one.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs SQL of one or several statements that deliver nothing.
  ///
  /// - Throws: What SQLite said.
  package func run(script sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, on: handle) }
  }

  /// Gives the memory of pages back that the connection keeps for later.
  package func emptyCache() { _ = sqlite3_db_release_memory(handle) }

  /// Copies the database as this connection sees it into a new file.
  ///
  /// - Throws: What SQLite said.
  package func copy(to path: String) throws(SQLiteError) {
    var target: OpaquePointer?
    let opened = sqlite3_open_v2(path, &target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
    defer { sqlite3_close_v2(target) }
    guard opened == SQLITE_OK, let target, let copy = sqlite3_backup_init(target, "main", handle, "main") else {
      throw SQLiteError(opened, on: target)
    }
    let result = sqlite3_backup_step(copy, -1)
    sqlite3_backup_finish(copy)
    guard result == SQLITE_DONE else { throw SQLiteError(result, on: target) }
  }
}

extension Connection.Access {
  /// Those of `sqlite3_open_v2`.
  fileprivate var flags: Int32 {
    switch self {
    case .reading: SQLITE_OPEN_READONLY
    case .writing: SQLITE_OPEN_READWRITE
    case .maintaining: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .frozen: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    }
  }
}
