import FileProviderSQLite
import Foundation

/// The write-ahead log of an index beside a store.
package struct IndexLog {
  /// The file name of the index of contacts, which another module makes.
  package static let contacts = "contacts.sqlite"

  private let database: URL
  var url: URL { URL(fileURLWithPath: database.path + "-wal") }

  /// Those of the search index and of the index of contacts.
  static func all(in directory: URL) -> [IndexLog] {
    [SearchDatabase.url(in: directory), directory.appendingPathComponent(contacts)].map(IndexLog.init)
  }

  /// Folds the log and gives the disk back what it occupies, unless a reader needs it.
  func shorten() throws(StoreError) {
    let names = ["", "-wal", "-shm"].map { database.lastPathComponent + $0 }
    try StoreFiles.refuseForeign(names, in: database.deletingLastPathComponent())
    let connection = try Connection(database, .writing)
    try connection.converting { () throws(SQLiteError) in try connection.checkpoint(.truncate, timeout: 500) }
  }
}
