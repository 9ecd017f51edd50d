import CSQLite
package import Foundation

/// A connection to a database.
package final class Connection {
  package let handle: OpaquePointer

  /// 32 MiB of log between two foldings, in pages: each synchronizes two files. With the default of 1000 pages a create waited three times
  /// as long for the disk as it computed.
  static let longestLog: Int32 = 8192

  /// A log that has become longer than this, in bytes, is shortened when it begins again.
  static let longestKeptLog = 64 << 20

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

  /// - Throws: What SQLite said, with the path.
  package init(_ url: URL, _ access: Access) throws(StoreError) {
    var handle: OpaquePointer?
    let name = access == .frozen ? url.absoluteURL.absoluteString + "?immutable=1" : url.path
    _ = StoreVFS.isInstalled
    // Without SQLite's own mutex: one thread uses a connection at a time.
    let code = sqlite3_open_v2(name, &handle, access.flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      let error = StoreError(sqlite: code, on: handle)
      sqlite3_close_v2(handle)
      throw StoreError(error.code, "\(url.path): \(error.message)")
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, Self.busyTimeout)
    sqlite3_extended_result_codes(handle, 1)
    try configure(access)
  }

  private func configure(_ access: Access) throws(StoreError) {
    try execute("PRAGMA temp_store = MEMORY")
    if access != .maintaining { try execute("PRAGMA secure_delete = OFF") }
    switch access {
    case .reading, .frozen:
      // The inner pages of a million items; each thread of a mount has such a connection.
      try execute("PRAGMA cache_size = -4096")
    case .writing:
      StoreVFS.gatherCommits(on: handle)
      try execute("PRAGMA cache_size = -16384")
      try execute("PRAGMA synchronous = NORMAL")
      try execute("PRAGMA journal_size_limit = \(Self.longestKeptLog)")
      try execute("PRAGMA wal_autocheckpoint = \(Self.longestLog)")
    case .maintaining: break
    }
  }

  deinit { sqlite3_close_v2(handle) }

  /// Whether a transaction is open. An error may have ended one.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs SQL of one or several statements that deliver nothing.
  ///
  /// - Throws: What SQLite said.
  package func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw StoreError(sqlite: code, on: handle) }
  }

  /// The first column of the first row, or `nil` if there is none or it is null.
  package func integer(_ sql: String) throws(StoreError) -> Int64? {
    let statement = try PreparedStatement(sql, on: handle)
    return try statement.step() ? statement.integerOrNil(0) : nil
  }

  /// The first column of all rows, as text.
  package func texts(_ sql: String) throws(StoreError) -> [String] {
    let statement = try PreparedStatement(sql, on: handle)
    var texts: [String] = []
    while try statement.step() { texts.append(statement.text(0)) }
    return texts
  }

  /// Runs `body` in a transaction that is one for writing from the beginning.
  ///
  /// - Throws: What `body` threw, or why it could not be committed; then nothing of it was done.
  package func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // A full disk may have rolled back already: then there is nothing left to undo.
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
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
