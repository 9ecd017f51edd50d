import FileProviderStore
import Foundation
import FileProviderSQLite
import TestSupport

/// A store as a version with so many steps made it, with a folder, a file in it, a member of the working set and something in the trash.
final class OldStore {
  let directory: URL
  private let temporary: TestDirectory?
  private(set) var connection: Connection?

  /// - Parameter directory: Where to make it; it stays there. Without one it is a temporary one.
  init(steps count: Int, directory: URL? = nil) throws {
    let temporary = directory == nil ? try TestDirectory("old") : nil
    let directory = directory ?? temporary?.url ?? URL(fileURLWithPath: "/dev/null")
    (self.directory, self.temporary) = (directory, temporary)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let connection = try Connection(directory.appendingPathComponent("items.sqlite"), .maintaining)
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.transaction { () throws(StoreError) in
      try connection.execute("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      for (name, sql) in UpgradeTests.steps.prefix(count) {
        try connection.execute(sql)
        try connection.execute("INSERT INTO grdb_migrations VALUES ('\(name)')")
      }
      try connection.execute(OldSchema.rows)
    }
    self.connection = connection
  }

  func close() { connection = nil }
}
