import FileProviderSQLite
import Foundation

/// The write-ahead log of an index beside a store.
struct IndexLog {
  private let database: URL
  var url: URL { URL(fileURLWithPath: database.path + "-wal") }

  /// Those of the search index, and of the contacts' (`ContactIndexDatabase`).
  static func all(in directory: URL) -> [IndexLog] {
    ["search.sqlite", "contacts.sqlite"].map { IndexLog(database: directory.appendingPathComponent($0)) }
  }

  /// Folds the log and gives the disk back what it occupies, unless a reader needs it.
  func shorten() throws(StoreError) {
    let names = ["", "-wal", "-shm"].map { database.lastPathComponent + $0 }
    try StoreFiles.refuseForeign(names, in: database.deletingLastPathComponent())
    let connection = try Connection(database, .writing)
    try connection.converting { () throws(SQLiteError) in try connection.checkpoint(.truncate, timeout: 500) }
  }
}
