import CSQLite

/// Gives the rows of a statement to Swift from inside SQLite, as the arguments of an SQL function.
///
/// Asking a statement for its columns one by one locks and checks for each of them, some 17 ns; the arguments of a function are simply
/// there. For a listing's row of 17 columns that was a quarter of what it cost. A statement that selects nothing but the function delivers a
/// row a step, so that a visit can be ended after any of them.
final class RowVisitor {
  typealias Body = (RowValues) throws(StoreError) -> Bool

  /// What is done with each row, while a statement runs.
  private var body: Body?
  private var goesOn = true
  private var failure: StoreError?

  /// Makes a function known to a connection, which must not outlive this.
  ///
  /// - Throws: What SQLite said.
  init(_ function: String, on connection: OpaquePointer) throws(StoreError) {
    let code = sqlite3_create_function_v2(
      connection, function, -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, Unmanaged.passUnretained(self).toOpaque(),
      { context, _, values in
        guard let values, let data = sqlite3_user_data(context) else { return }
        Unmanaged<RowVisitor>.fromOpaque(data).takeUnretainedValue().visit(RowValues(values: values))
      }, nil, nil, nil)
    guard code == SQLITE_OK else { throw StoreError(sqlite: code, on: connection) }
  }

  @inline(__always) private func visit(_ row: RowValues) {
    guard goesOn, let body else { return }
    do throws(StoreError) { goesOn = try body(row) } catch {
      failure = error
      goesOn = false
    }
  }

  /// Runs a statement whose parameters are bound, and resets it.
  ///
  /// - Parameter body: Is given the rows, which are valid during the call; returns whether to go on.
  /// - Throws: What `body` threw, or what SQLite said.
  func run(_ statement: PreparedStatement, _ body: Body) throws(StoreError) {
    assert(self.body == nil, "a visit within a visit by the same function")
    defer { statement.reset() }
    goesOn = true
    failure = nil
    try withoutActuallyEscaping(body) { (body) throws(StoreError) in
      self.body = body
      defer { self.body = nil }
      while goesOn, try statement.step() {}
    }
    if let failure { throw failure }
  }
}

/// The columns of a row as the arguments of a function.
struct RowValues: RowColumns {
  fileprivate let values: UnsafeMutablePointer<OpaquePointer?>

  @inline(__always) func integer(_ column: Int32) -> Int64 { sqlite3_value_int64(values[Int(column)]) }
  @inline(__always) func isNull(_ column: Int32) -> Bool { sqlite3_value_type(values[Int(column)]) == SQLITE_NULL }

  @inline(__always) func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_value_blob(values[Int(column)])
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(values[Int(column)])))
  }
}
