import Foundation
import GRDB

/// A store as a version with so many steps made it, with a folder, a file in it, a member of the working set and something in the trash.
final class OldStore {
  let directory: URL
  private let isTemporary: Bool
  private(set) var queue: DatabaseQueue?

  /// - Parameter directory: Where to make it; it stays there. Without one it is a temporary one.
  init(steps count: Int, directory: URL? = nil) throws {
    isTemporary = directory == nil
    self.directory =
      directory ?? FileManager.default.temporaryDirectory.appendingPathComponent("old-\(UUID().uuidString)")
    let directory = self.directory
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: directory.appendingPathComponent("items.sqlite").path)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    try queue.write { database in
      try database.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      for (name, sql) in UpgradeTests.steps.prefix(count) {
        try database.execute(sql: sql)
        try database.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [name])
      }
      try database.execute(sql: OldSchema.rows)
    }
    self.queue = queue
  }

  deinit {
    try? queue?.close()
    if isTemporary { try? FileManager.default.removeItem(at: directory) }
  }

  func close() throws {
    try queue?.close()
    queue = nil
  }
}
