import Glibc
package import FileProviderSQLite

extension StoreError {
  /// An SQLite error as a store error.
  package init(_ error: SQLiteError) {
    switch error.kind {
    // SQLite opens some of its files when they are needed first.
    case .cannotOpen where error.systemError == EMFILE || error.systemError == ENFILE:
      self.init(errno: error.systemError, "cannot open the database")
    case .full: self.init(.full, "the disk is full")
    case .damaged: self.init(.damaged, "the database is damaged: \(error.message)")
    case .busy: self.init(.busy, "another process holds the database: \(error.message)")
    case .readOnly: self.init(.readOnly, "the database is read-only: \(error.message)")
    case .constraint: self.init(.exists, error.message)
    case .interrupted: self.init(.interrupted, error.message)
    case .cannotOpen, .other: self.init(.inputOutput, "database error: \(error.message) (\(error.code))")
    }
  }
}
