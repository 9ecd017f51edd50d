import Foundation
import CFileProviderSQLite

/// A connection to a database without anything else of a store's, as a program has that knows of no lock beside SQLite's own.
enum Connecting {
  static func run(database: String) throws {
    var connection: OpaquePointer?
    guard sqlite3_open_v2(database, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
      sqlite3_exec(connection, "SELECT count(*) FROM sqlite_master", nil, nil, nil) == SQLITE_OK
    else { throw CocoaError(.fileReadUnknown) }
    FileHandle.standardOutput.write(Data([1]))
    _ = FileHandle.standardInput.readDataToEndOfFile()
    sqlite3_close_v2(connection)
  }
}
