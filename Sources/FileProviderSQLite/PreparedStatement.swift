import CFileProviderSQLite

/// A prepared statement on a connection that one thread uses at a time.
///
/// The reads and writes behind every file-system call use SQLite's own interface through this type: a look-up costs two B-tree descents,
/// and anything above that would be most of its time. So it is inlined into other targets.
/// A statement is always reset before its result is used by anybody else: an open one would hide later commits from
/// its connection and keep the log from being folded back into the database.
package struct PreparedStatement: ~Copyable {
  @usableFromInline let handle: OpaquePointer
  @usableFromInline let connection: OpaquePointer

  /// - Throws: What SQLite said.
  package init(_ sql: String, on connection: Connection) throws(SQLiteError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw SQLiteError(code, on: connection.handle) }
    self.handle = handle
    self.connection = connection.handle
  }

  deinit { sqlite3_finalize(handle) }

  /// Whether it changes nothing.
  package var isReading: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// Whether it has been stepped and not been reset.
  package var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

  /// How many parameters have to be bound.
  package var parameterCount: Int32 { sqlite3_bind_parameter_count(handle) }

  // MARK: Parameters

  @inlinable @inline(__always) package func bind(_ index: Int32, _ value: Int64) {
    sqlite3_bind_int64(handle, index, value)
  }

  @inlinable @inline(__always) package func bindNull(_ index: Int32) { sqlite3_bind_null(handle, index) }

  /// Binds text by copying its bytes, which need not be valid UTF-8: SQLite keeps and compares them as they are.
  package func bind(_ index: Int32, text: UnsafeRawBufferPointer) {
    let bytes = text.baseAddress?.assumingMemoryBound(to: CChar.self) ?? Self.empty
    sqlite3_bind_text(handle, index, bytes, Int32(text.count), Self.transient)
  }

  /// Binds text without copying it; it must stay where it is until the statement is reset.
  @inlinable @inline(__always) package func bindInPlace(_ index: Int32, text: UnsafeRawBufferPointer) {
    let bytes = text.baseAddress?.assumingMemoryBound(to: CChar.self) ?? Self.empty
    sqlite3_bind_text(handle, index, bytes, Int32(text.count), nil)
  }

  /// Binds a blob by copying it; an empty one stays a blob and does not become NULL.
  package func bind(_ index: Int32, blob: UnsafeRawBufferPointer) {
    let start = blob.baseAddress ?? UnsafeRawPointer(Self.empty)
    sqlite3_bind_blob(handle, index, start, Int32(blob.count), Self.transient)
  }

  /// Binds what a column of another statement's row has, whatever its type.
  package func bind(_ index: Int32, column: Int32, of row: borrowing PreparedStatement) {
    sqlite3_bind_value(handle, index, sqlite3_column_value(row.handle, column))
  }

  // MARK: Running

  /// Advances to the next row.
  ///
  /// - Returns: Whether there is one.
  /// - Throws: What SQLite said; then it is reset.
  @inlinable @inline(__always) package func step() throws(SQLiteError) -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failure(code)
  }

  /// Runs a statement whose rows are of no interest, and resets it.
  ///
  /// - Throws: What SQLite said.
  @inlinable @inline(__always) package func run() throws(SQLiteError) {
    let code = sqlite3_step(handle)
    if code != SQLITE_DONE && code != SQLITE_ROW { throw failure(code) }
    sqlite3_reset(handle)
  }

  @usableFromInline func failure(_ code: Int32) -> SQLiteError {
    let error = SQLiteError(code, on: connection)
    sqlite3_reset(handle)
    return error
  }

  @inlinable @inline(__always) package func reset() { sqlite3_reset(handle) }

  // MARK: Columns of the current row

  @inlinable @inline(__always) package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  @inlinable @inline(__always) package func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// The bytes of a text or blob, valid until the next step or reset.
  @inlinable @inline(__always) package func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(handle, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  /// Tells SQLite to copy what is bound.
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  /// Somewhere to point to for an empty value, since a null pointer would bind NULL.
  @usableFromInline nonisolated(unsafe) static let empty: UnsafePointer<CChar> = {
    let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    byte.initialize(to: 0)
    return UnsafePointer(byte)
  }()
}
