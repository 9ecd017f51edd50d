package import Foundation
package import FileProviderSQLite

// A connection with the errors of the store.
extension Connection {
  /// Opens a database.
  ///
  /// - Throws: What SQLite said; with the path if it cannot be opened.
  package convenience init(_ url: URL, _ access: Access) throws(StoreError) {
    do throws(SQLiteError) {
      try self.init(name: access == .frozen ? url.absoluteURL.absoluteString : url.path, access)
    } catch {
      let error = StoreError(error)
      throw StoreError(error.code, "\(url.path): \(error.message)")
    }
    try converting { () throws(SQLiteError) in try configure(access) }
  }

  /// Runs SQL of one or several statements that deliver nothing.
  ///
  /// - Throws: What SQLite said.
  package func execute(_ sql: String) throws(StoreError) {
    try converting { () throws(SQLiteError) in try run(script: sql) }
  }

  /// Runs calls of SQLite, and converts their errors to those of the store.
  func converting(_ body: () throws(SQLiteError) -> Void) throws(StoreError) {
    do throws(SQLiteError) { try body() } catch { throw StoreError(error) }
  }

  /// The first column of the first row, or `nil` if there is none or it is null.
  package func integer(_ sql: String) throws(StoreError) -> Int64? {
    let statement = try StoreStatement(sql, on: self)
    return try statement.step() ? statement.integerOrNil(0) : nil
  }

  /// The first column of all rows, as text.
  package func texts(_ sql: String) throws(StoreError) -> [String] {
    let statement = try StoreStatement(sql, on: self)
    var texts: [String] = []
    while try statement.step() { texts.append(statement.text(0)) }
    return texts
  }

  /// Runs `body` in a write transaction (`BEGIN IMMEDIATE`).
  ///
  /// - Throws: What `body` threw, or why it could not be committed. Then nothing was changed.
  package func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // On a full disk SQLite may have rolled back already.
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }
}
