import CFileProviderSQLite
import Glibc

/// What SQLite answered instead of doing what was asked (https://www.sqlite.org/rescode.html).
package struct SQLiteError: Error, Sendable {
  /// What it is, as far as callers distinguish errors.
  package enum Kind: Sendable {
    case cannotOpen, full, damaged, busy, readOnly, constraint, interrupted, other
  }

  /// The extended result code.
  package let code: Int32
  package let message: String
  /// The error number of the system call that failed last, if it was one.
  package let systemError: Int32

  @usableFromInline init(_ code: Int32, on connection: OpaquePointer?) {
    self.code = code
    message = connection.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
    systemError = connection.map { sqlite3_system_errno($0) } ?? 0
  }

  /// That of a damaged database, for bytes in it that make no sense.
  package static var damaged: SQLiteError { SQLiteError(SQLITE_CORRUPT, on: nil) }

  package var kind: Kind {
    // SQLite knows of full disks, and not of quotas; nor that the index of the log cannot grow for want of room.
    if code & 0xff == SQLITE_IOERR, systemError == ENOSPC || systemError == EDQUOT { return .full }
    switch code == DatabaseFile.sharedMemorySizeError ? SQLITE_FULL : code & 0xff {
    case SQLITE_CANTOPEN: return .cannotOpen
    case SQLITE_FULL: return .full
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy
    case SQLITE_READONLY, SQLITE_PERM: return .readOnly
    case SQLITE_CONSTRAINT: return .constraint
    case SQLITE_INTERRUPT: return .interrupted
    default: return .other
    }
  }
}
