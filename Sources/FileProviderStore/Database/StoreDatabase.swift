import Foundation
import GRDB
import Glibc

/// Opens the database of a store: configuration, migrations, and the refusal of what we cannot read.
enum StoreDatabase {
  static func url(in directory: URL) -> URL { directory.appendingPathComponent("items.sqlite") }

  /// The write-ahead log.
  static func log(in directory: URL) -> URL { URL(fileURLWithPath: url(in: directory).path + "-wal") }

  /// What a schema still lacks.
  enum Schedule {
    /// Everything: the database was just made.
    case isNew
    case isCurrent
    /// Steps from an earlier version.
    case isDue
  }

  /// GRDB's connection for maintenance. The caller holds the write lock.
  ///
  /// - Throws: `newerSchema` or what opening met with.
  static func openMaintenance(directory: URL) throws(StoreError) -> (queue: DatabaseQueue, schedule: Schedule) {
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
      return try queue.read { database in
        if try migrator.hasBeenSuperseded(database) {
          throw newer(directory)
        }
        if try migrator.hasCompletedMigrations(database) { return (queue, .isCurrent) }
        return (queue, try migrator.appliedIdentifiers(database).isEmpty ? .isNew : .isDue)
      }
    }
  }

  /// Takes the steps that the schema lacks, each in a transaction of its own: if one is cut short, the next opening goes on with it.
  static func migrate(_ queue: DatabaseQueue, directory: URL) throws(StoreError) {
    try converting(url(in: directory)) {
      try Schema.migrator().migrate(queue)
      try queue.write { try prepareContainers($0) }
    }
  }

  /// For an opening that changes nothing.
  ///
  /// - Throws: `newerSchema`; `olderSchema` when the store has to be brought to this version first.
  static func refuseOtherSchema(_ connection: Connection, _ directory: URL) throws(StoreError) {
    let done = try migrations(connection)
    let known = Schema.migrator().migrations
    if done.contains(where: { !known.contains($0) }) { throw newer(directory) }
    guard done.count == known.count else {
      throw StoreError(
        .olderSchema,
        "the store \(directory.path) is of an earlier version, and is brought to this one when it is opened for writing"
      )
    }
  }

  /// The steps that have brought a database to where it is.
  static func migrations(_ connection: Connection) throws(StoreError) -> [String] {
    let select = try PreparedStatement("SELECT identifier FROM grdb_migrations ORDER BY rowid", on: connection.handle)
    var names: [String] = []
    while try select.step() { names.append(select.text(0)) }
    return names
  }

  private static func newer(_ directory: URL) -> StoreError {
    StoreError(
      .newerSchema, "the store \(directory.path) was written by a newer version of fileprovider; update this one")
  }

  /// A process that has a connection to the database, also one of a version that does not hold the open lock: each holds a lock on a byte of the
  /// shared memory's file (`UNIX_SHM_DMS` in SQLite's `os_unix.c`).
  ///
  /// This process must have none: what is opened here is closed again, and that drops all locks that it has on the file.
  ///
  /// - Returns: `nil` when there is none.
  static func user(in directory: URL) throws(StoreError) -> pid_t? {
    let path = url(in: directory).path + "-shm"
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw StoreError(errno: errno, "cannot open \(path)")
    }
    defer { close(file) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = 120
    lock.l_len = 9
    guard fcntl(file, F_GETLK, &lock) == 0 else {
      throw StoreError(errno: errno, "cannot look at the locks of \(path)")
    }
    return lock.l_type == Int16(F_UNLCK) ? nil : lock.l_pid
  }

  /// The store's identity, made with the store.
  static func uuid(_ reader: StoreReader) throws(StoreError) -> UUID {
    guard let text = try reader.setting("uuid"), let uuid = UUID(uuidString: text) else {
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
