import GRDBSQLite

/// Gives the rows of a listing to Swift from inside SQLite, as the arguments of an SQL function.
///
/// Asking a statement for its columns one by one locks and checks for each of them, some 17 ns; the arguments of a function are simply
/// there. For a row of 17 columns that was a quarter of what it cost. The function is called `visit`; a statement that selects
/// nothing but `visit(…)` delivers a row a step, so that a visit can be ended after any of them.
final class RowVisitor {
  typealias Body = (borrowing ItemAttributes, UnsafeRawBufferPointer) -> Bool

  /// What is done with each row, while a statement runs.
  private var body: Body?
  private var goesOn = true

  /// Makes `visit` known to a connection, which must not outlive this.
  ///
  /// - Throws: What SQLite said.
  init(on connection: OpaquePointer) throws(StoreError) {
    let code = sqlite3_create_function_v2(
      connection, "visit", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, Unmanaged.passUnretained(self).toOpaque(),
      { context, _, values in
        guard let values, let data = sqlite3_user_data(context) else { return }
        Unmanaged<RowVisitor>.fromOpaque(data).takeUnretainedValue().visit(values)
      }, nil, nil, nil)
    guard code == SQLITE_OK else { throw StoreError(sqlite: code, on: connection) }
  }

  @inline(__always) private func visit(_ values: UnsafeMutablePointer<OpaquePointer?>) {
    guard goesOn, let body else { return }
    let name = values[Int(StoreReader.nameColumn)]
    let bytes = UnsafeRawBufferPointer(start: sqlite3_value_blob(name), count: Int(sqlite3_value_bytes(name)))
    goesOn = body(ItemAttributes(values), bytes)
  }

  /// Runs a statement whose parameters are bound, and resets it.
  ///
  /// - Parameter body: Is given the rows and the bytes of their names, which are valid during the call; returns whether to go on.
  func run(_ statement: PreparedStatement, _ body: Body) throws(StoreError) {
    assert(self.body == nil, "a listing within a listing of the same connection")
    defer { statement.reset() }
    goesOn = true
    try withoutActuallyEscaping(body) { (body) throws(StoreError) in
      self.body = body
      defer { self.body = nil }
      while goesOn, try statement.step() {}
    }
  }
}

extension ItemAttributes {
  /// Reads the columns of `StoreReader.columns` from the arguments of a function.
  @inline(__always) fileprivate init(_ values: UnsafeMutablePointer<OpaquePointer?>) {
    func integer(_ column: Int) -> Int64 { sqlite3_value_int64(values[column]) }
    self.init(
      id: ItemID(rawValue: integer(0)), parent: ItemID(rawValue: integer(1)),
      kind: ItemKind(rawValue: UInt8(truncatingIfNeeded: integer(2))) ?? .file,
      mode: UInt16(truncatingIfNeeded: integer(3)), owner: UInt32(truncatingIfNeeded: integer(4)),
      group: UInt32(truncatingIfNeeded: integer(5)), size: integer(6), modified: Timestamp(rawValue: integer(7)),
      changed: Timestamp(rawValue: integer(8)), accessed: Timestamp(rawValue: integer(9)),
      created: Timestamp(rawValue: integer(10)),
      flags: ItemFlags(rawValue: Int32(truncatingIfNeeded: integer(11))),
      content: sqlite3_value_type(values[12]) == SQLITE_NULL ? nil : ContentKey(rawValue: integer(12)),
      subfolders: Int32(truncatingIfNeeded: integer(13)), entered: Generation(rawValue: integer(14)),
      lastChange: Generation(rawValue: integer(15)))
  }
}
