import CLinux
import Foundation
import Glibc
import LinuxSystem
import FileProviderSQLite

/// Opens the database of a store: configures it, migrates it, and refuses what this version cannot read.
enum StoreDatabase {
  static func url(in directory: URL) -> URL { directory.appendingPathComponent("items.sqlite") }

  /// The write-ahead log.
  static func wal(in directory: URL) -> URL { URL(fileURLWithPath: url(in: directory).path + "-wal") }

  /// What is missing from a schema.
  enum Schedule {
    /// Everything: the database was just made.
    case isNew
    case isCurrent
    /// Steps from an earlier version.
    case isDue
  }

  /// A connection for upgrading the schema. The caller holds the write lock.
  ///
  /// - Throws: `newerSchema`, or the error of opening the database.
  static func openMaintenance(directory: URL) throws(StoreError) -> (connection: Connection, schedule: Schedule) {
    let connection = try Connection(url(in: directory), .maintaining)
    return try naming(url(in: directory)) { () throws(StoreError) in
      try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
      try connection.execute("PRAGMA journal_size_limit = \(Connection.longestKeptWAL)")
      keepReserve(connection, directory)
      let taken = try SchemaSteps.takenIfAny(by: connection)
      let known = Schema.steps.names
      if taken.contains(where: { !known.contains($0) }) { throw newer(directory) }
      if known.allSatisfy(taken.contains) { return (connection, .isCurrent) }
      return (connection, taken.isEmpty ? .isNew : .isDue)
    }
  }

  /// Makes a connection leave the reserved room in the database's files, if it is kept there; see `DiskReserve`.
  static func keepReserve(_ connection: Connection, _ directory: URL) {
    if !copiesOnWrite(directory) { connection.keepRoom() }
  }

  /// Whether the disk writes changed blocks to another place.
  static func copiesOnWrite(_ directory: URL) -> Bool {
    var status = statfs()
    guard statfs(directory.path, &status) == 0 else { return false }
    // btrfs, ZFS and bcachefs.
    return [0x9123_683e, 0x2fc1_2fc1, 0xca45_1a4e].contains(UInt32(truncatingIfNeeded: status.f_type))
  }

  /// Takes the steps that the schema lacks, and adds the root, the trash and the identity if they are missing.
  static func migrate(_ connection: Connection, directory: URL) throws(StoreError) {
    try naming(url(in: directory)) { () throws(StoreError) in
      try Schema.steps.takeMissing(on: connection)
      try connection.transaction { () throws(StoreError) in try prepareContainers(connection) }
    }
  }

  /// For an opening that changes nothing.
  ///
  /// - Throws: `newerSchema`; `olderSchema` when the store has to be upgraded to this version first.
  static func refuseOtherSchema(_ connection: Connection, _ directory: URL) throws(StoreError) {
    let taken = try SchemaSteps.taken(by: connection)
    let known = Schema.steps.names
    if taken.contains(where: { !known.contains($0) }) { throw newer(directory) }
    guard taken.count == known.count else {
      throw StoreError(
        .olderSchema,
        "the store \(directory.path) has an earlier version; opening it for writing upgrades it"
      )
    }
  }

  /// Whether a database is of this version.
  static func isCurrent(_ connection: Connection) throws(StoreError) -> Bool {
    try SchemaSteps.taken(by: connection) == Schema.steps.names
  }

  private static func newer(_ directory: URL) -> StoreError {
    StoreError(
      .newerSchema, "the store \(directory.path) was written by a newer version of fileprovider; update this one")
  }

  /// Finds a process that has a connection to the database, even one of a version that does not hold the open lock: each connection locks a byte of
  /// the `-shm` file (`UNIX_SHM_DMS` in SQLite's `os_unix.c`).
  ///
  /// This process must have no connection: this opens and closes the file, which releases all locks that the process has on it.
  ///
  /// - Returns: `nil` when there is none.
  static func user(in directory: URL) throws(StoreError) -> pid_t? {
    let path = url(in: directory).path + "-shm"
    guard let file = Descriptor(openingFile: path, O_RDWR) else {
      if errno == ENOENT { return nil }
      throw StoreError(errno: errno, "cannot open \(path)")
    }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = 120
    lock.l_len = 9
    guard fcntl(file.number, F_GETLK, &lock) == 0 else {
      throw StoreError(errno: errno, "cannot examine the locks of \(path)")
    }
    return lock.l_type == Int16(F_UNLCK) ? nil : lock.l_pid
  }

  /// The root, the trash and the identity, where they are missing: in a new store.
  private static func prepareContainers(_ connection: Connection) throws(StoreError) {
    let insert = try StoreStatement(
      """
      INSERT OR IGNORE INTO items(
        id, parent, kind, mode, uid, gid, size, mtime, ctime, atime, birthtime, flags, entered, changed, name)
      VALUES (?1, 0, 2, ?2, ?3, ?4, 0, ?5, ?5, ?5, ?5, 0, 0, 0, ?6)
      """, on: connection)
    let now = Timestamp.now.rawValue
    for (id, mode, name) in [(ItemID.root, Int64(0o755), "/"), (ItemID.trash, 0o700, ".Trash")] {
      insert.bind(1, id)
      insert.bind(2, mode)
      insert.bind(3, Int64(getuid()))
      insert.bind(4, Int64(getgid()))
      insert.bind(5, now)
      insert.bind(6, name)
      try insert.run()
    }
    let identity = try StoreStatement(
      "INSERT OR IGNORE INTO settings(key, value) VALUES ('uuid', ?)", on: connection)
    identity.bind(1, UUID().uuidString)
    try identity.run()
    // A new store has no contents that an earlier version has left in files.
    let moved = try StoreStatement(
      "INSERT OR IGNORE INTO settings(key, value) SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM items WHERE id > ?)",
      on: connection)
    moved.bind(1, SmallContentsMover.setting)
    moved.bind(2, SmallContentsMover.all)
    moved.bind(3, ItemID.trash)
    try moved.run()
  }

  /// Puts the database's path before what SQLite says.
  private static func naming<Result>(
    _ url: URL, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StoreError) { return try body() } catch {
      guard error.code != .newerSchema else { throw error }
      throw StoreError(error.code, "\(url.path): \(error.message)", cause: error)
    }
  }
}
