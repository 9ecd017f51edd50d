import Foundation
import GRDB

/// Opens the database of a store: configuration, migrations, and the refusal of what we cannot read.
enum StoreDatabase {
  static func url(in directory: URL) -> URL { directory.appendingPathComponent("items.sqlite") }

  /// GRDB's connection for maintenance, with all migrations done. The caller holds the write lock.
  static func openMaintenance(directory: URL) throws(StoreError) -> DatabaseQueue {
    let url = url(in: directory)
    return try converting(url) {
      var configuration = Configuration()
      configuration.busyMode = .timeout(10)
      configuration.label = "maintenance"
      configuration.prepareDatabase { database in
        try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY")
        try database.execute(sql: "PRAGMA journal_size_limit = \(Connection.longestKeptLog)")
        DiskReserve.keep(in: directory, on: database.sqliteConnection)
      }
      _ = StoreVFS.isInstalled
      let queue = try DatabaseQueue(path: url.path, configuration: configuration)
      let migrator = Schema.migrator()
      if try queue.read({ try migrator.hasBeenSuperseded($0) }) {
        throw StoreError(
          .newerSchema, "the store \(directory.path) was written by a newer version of fileprovider; update this one")
      }
      try migrator.migrate(queue)
      try queue.write { try prepareContainers($0) }
      return queue
    }
  }

  /// The store's identity, made with the store.
  static func uuid(_ writer: StoreWriter) throws(StoreError) -> UUID {
    let statement = try writer.reader.statement("SELECT value FROM settings WHERE key = 'uuid'")
    defer { statement.reset() }
    guard try statement.step(), let uuid = UUID(uuidString: statement.text(0)) else {
      throw StoreError(.damaged, "the store has no identity; “fileprovider check” tells more")
    }
    return uuid
  }

  /// The root, the trash and the identity, where they are missing: in a new store.
  private static func prepareContainers(_ database: Database) throws {
    let now = Timestamp.now.rawValue
    for (id, mode) in [(ItemID.root, 0o755), (ItemID.trash, 0o700)] {
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO items(
            id, parent, kind, mode, uid, gid, size, mtime, ctime, atime, birthtime, flags, entered, changed, name)
          VALUES (?, 0, 2, ?, ?, ?, 0, ?, ?, ?, ?, 0, 0, 0, ?)
          """,
        arguments: [
          id.rawValue, mode, Int64(getuid()), Int64(getgid()), now, now, now, now, id == .root ? "/" : ".Trash",
        ])
    }
    try database.execute(
      sql: "INSERT OR IGNORE INTO settings(key, value) VALUES ('uuid', ?)", arguments: [UUID().uuidString])
  }

  /// Runs what GRDB throws from, and says it in our words.
  private static func converting<Result>(_ url: URL, _ body: () throws -> Result) throws(StoreError) -> Result {
    do { return try body() } catch let error as StoreError { throw error } catch let error as DatabaseError {
      if error.resultCode == .SQLITE_CANTOPEN {
        throw StoreError(.inputOutput, "cannot open \(url.path): \(error.message ?? "no reason given")", cause: error)
      }
      let plain = StoreError(resultCode: error.extendedResultCode.rawValue, message: error.message ?? "no reason given")
      throw StoreError(plain.code, "\(url.path): \(plain.message)", cause: error)
    } catch {
      throw StoreError(.inputOutput, "\(url.path): \(error)", cause: error)
    }
  }
}
