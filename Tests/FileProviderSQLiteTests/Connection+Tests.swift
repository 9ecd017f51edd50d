import FileProviderSQLite
import Foundation

extension Connection {
  convenience init(opening url: URL, _ access: Access) throws {
    try self.init(name: url.path, access)
    try configure(access)
  }

  /// The first column of the first row, or `nil` if there is none.
  func integer(_ sql: String) throws -> Int64? {
    let statement = try PreparedStatement(sql, on: self)
    return try statement.step() ? statement.integer(0) : nil
  }
}
