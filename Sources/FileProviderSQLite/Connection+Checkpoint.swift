import CFileProviderSQLite

// The write-ahead log is moved into the database by checkpoints (https://www.sqlite.org/wal.html#ckpt).
extension Connection {
  package enum Checkpoint: Sendable {
    /// As far as no reader is in the way. The log begins again if all of it could be moved.
    case passive
    /// Waits until the log can begin again.
    case restart
    /// That, and ends the log.
    case truncate
  }

  /// - Parameter timeout: How long to wait for readers, in milliseconds; as long as for any lock if `nil`.
  /// - Throws: What SQLite said.
  package func checkpoint(_ kind: Checkpoint, timeout: Int32? = nil) throws(SQLiteError) {
    if let timeout { sqlite3_busy_timeout(handle, timeout) }
    let code = sqlite3_wal_checkpoint_v2(handle, nil, kind.mode, nil, nil)
    let error = code == SQLITE_OK ? nil : SQLiteError(code, on: handle)
    if timeout != nil { sqlite3_busy_timeout(handle, Self.busyTimeout) }
    if let error { throw error }
  }

  /// From now on a commit is not followed by a checkpoint, however long the log is: SQLite's own hook makes it a part of the commit. Instead the
  /// length is in `walPages`.
  package func stopCheckpoints() {
    sqlite3_wal_hook(
      handle,
      { connection, _, _, pages in
        if let connection { Unmanaged<Connection>.fromOpaque(connection).takeUnretainedValue().walPages = pages }
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}

extension Connection.Checkpoint {
  fileprivate var mode: Int32 {
    switch self {
    case .passive: SQLITE_CHECKPOINT_PASSIVE
    case .restart: SQLITE_CHECKPOINT_RESTART
    case .truncate: SQLITE_CHECKPOINT_TRUNCATE
    }
  }
}
