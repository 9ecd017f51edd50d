import FileProviderSQLite
import FileProviderStore

/// A prepared statement of the index, with the errors of the store.
final class IndexStatement {
  let statement: PreparedStatement

  /// - Throws: `damaged` also where the index does not have what the SQL names.
  init(_ sql: String, on connection: Connection) throws(StoreError) {
    do throws(SQLiteError) { statement = try PreparedStatement(sql, on: connection) } catch {
      // SQLITE_ERROR: a table or a column is not there, as the SQL is right.
      guard error.code == 1 else { throw StoreError(error) }
      throw StoreError(.damaged, "the index of contacts is damaged: \(error.message)")
    }
  }

  func bind(_ index: Int32, _ value: Int64?) {
    if let value { statement.bind(index, value) } else { statement.bindNull(index) }
  }

  func bind(_ index: Int32, _ text: String) {
    var text = text
    text.withUTF8 { statement.bind(index, text: UnsafeRawBufferPointer($0)) }
  }

  func bind(_ index: Int32, _ blob: [UInt8]) { blob.withUnsafeBytes { statement.bind(index, blob: $0) } }

  /// Advances to the next row.
  ///
  /// - Returns: Whether there is one.
  func step() throws(StoreError) -> Bool {
    do throws(SQLiteError) { return try statement.step() } catch { throw StoreError(error) }
  }

  /// Runs a statement that delivers no rows, and resets it.
  func run() throws(StoreError) {
    do throws(SQLiteError) { try statement.run() } catch { throw StoreError(error) }
  }

  func reset() { statement.reset() }

  func integer(_ column: Int32) -> Int64 { statement.integer(column) }
  func integerOrNil(_ column: Int32) -> Int64? { statement.isNull(column) ? nil : statement.integer(column) }
  func textOrNil(_ column: Int32) -> String? { statement.isNull(column) ? nil : text(column) }
  func text(_ column: Int32) -> String { String(decoding: statement.bytes(column), as: UTF8.self) }
}
