import SQLite3
import Testing

@Suite struct SQLite3Tests {
  @Test func `a database is used as on Apple's systems`() throws {
    var database: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_FILEPROTECTION_COMPLETE
    #expect(sqlite3_open_v2(":memory:", &database, flags, nil) == SQLITE_OK)
    defer { sqlite3_close_v2(database) }
    var statement: OpaquePointer?
    #expect(sqlite3_prepare_v2(database, "SELECT ? || 'b'", -1, &statement, nil) == SQLITE_OK)
    defer { sqlite3_finalize(statement) }
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    sqlite3_bind_text(statement, 1, "a", -1, transient)
    #expect(sqlite3_step(statement) == SQLITE_ROW)
    #expect(String(cString: sqlite3_column_text(statement, 0)) == "ab")
  }
}
