import CFileProviderSQLite

/// Gives the rows of a statement to Swift from inside SQLite, as the arguments of an SQL function.
///
/// Asking a statement for its columns one by one locks and checks for each of them, some 17 ns; the arguments of a function are simply
/// there. For a listing's row of 17 columns that was a quarter of what it cost. A statement that selects nothing but the function delivers a
/// row a step, so that a visit can be ended after any of them.
package final class RowVisitor {
  package typealias Body = (RowValues) -> Bool

  /// What is done with each row, while a statement runs.
  private var body: Body?
  private var goesOn = true

  /// Makes a function known to a connection, which must not outlive this.
  ///
  /// - Throws: What SQLite said.
  package init(function: String, on connection: Connection) throws(SQLiteError) {
    let code = sqlite3_create_function_v2(
      connection.handle, function, -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, Unmanaged.passUnretained(self).toOpaque(),
      { context, _, values in
        guard let values, let data = sqlite3_user_data(context) else { return }
        Unmanaged<RowVisitor>.fromOpaque(data).takeUnretainedValue().visit(RowValues(values: values))
      }, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, on: connection.handle) }
  }

  @inline(__always) private func visit(_ row: RowValues) {
    guard goesOn, let body else { return }
    goesOn = body(row)
  }

  /// Runs a statement whose parameters are bound, and resets it.
  ///
  /// - Parameter body: Is given the rows, which are valid during the call; returns whether to go on.
  /// - Throws: What SQLite said.
  package func run(_ statement: borrowing PreparedStatement, _ body: Body) throws(SQLiteError) {
    assert(self.body == nil, "a visit within a visit by the same function")
    defer { statement.reset() }
    goesOn = true
    try withoutActuallyEscaping(body) { (body) throws(SQLiteError) in
      self.body = body
      defer { self.body = nil }
      while goesOn, try statement.step() {}
    }
  }
}

/// The columns of a row as the arguments of a function.
package struct RowValues: RowColumns {
  @usableFromInline let values: UnsafeMutablePointer<OpaquePointer?>

  @inlinable @inline(__always) package func integer(_ column: Int32) -> Int64 {
    sqlite3_value_int64(values[Int(column)])
  }

  @inlinable @inline(__always) package func isNull(_ column: Int32) -> Bool {
    sqlite3_value_type(values[Int(column)]) == SQLITE_NULL
  }

  @inlinable @inline(__always) package func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_value_blob(values[Int(column)])
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(values[Int(column)])))
  }
}
