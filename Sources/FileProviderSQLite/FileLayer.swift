import CFileProviderSQLite
import Glibc

/// A layer over SQLite's own file access, under every connection of the process.
///
/// It becomes SQLite's default, so that every connection has it. Each main database is a `DatabaseFile` and each write-ahead log
/// a `WALFile`; all other files go to SQLite's own code as they are. Without being asked the layer does one thing: it takes the room for the shared memory.
/// Gathering commits and keeping room on the disk are for connections that ask for them.
enum FileLayer {
  /// Puts the layer in place, once for the process.
  static let isInstalled: Bool = {
    // Refused where another library of the process uses SQLite already, and then only slower.
    _ = sqlite3_config_no_statistics()
    guard let base = sqlite3_vfs_find(nil) else { return false }
    SystemCalls.replace(in: base)
    let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    layer.initialize(to: base.pointee)
    layer.pointee.zName = UnsafePointer(strdup("fileprovider"))
    layer.pointee.pNext = nil
    layer.pointee.pAppData = UnsafeMutableRawPointer(base)
    let ours = max(MemoryLayout<WALFile>.stride, MemoryLayout<DatabaseFile>.stride)
    layer.pointee.szOsFile = base.pointee.szOsFile + Int32(ours)
    layer.pointee.xOpen = open
    return sqlite3_vfs_register(layer, 1) == SQLITE_OK
  }()

  private static let open:
    @convention(c) (
      UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?, UnsafeMutablePointer<sqlite3_file>?, Int32,
      UnsafeMutablePointer<Int32>?
    ) -> Int32 = { layer, path, file, flags, outFlags in
      guard let file, let data = layer?.pointee.pAppData else { return SQLITE_MISUSE }
      let base = data.assumingMemoryBound(to: sqlite3_vfs.self)
      if flags & SQLITE_OPEN_WAL != 0 {
        WALFile.of(file).initialize(to: WALFile())
        let code = base.pointee.xOpen(base, path, WALFile.inner(file), flags, outFlags)
        guard code == SQLITE_OK else { return code }
        WALFile.of(file).pointee.base.pMethods = UnsafePointer(WALFile.methods)
        if let path, let database = sqlite3_database_file_object(path) { WALFile.join(file, to: database) }
        return code
      }
      guard flags & SQLITE_OPEN_MAIN_DB != 0 else { return base.pointee.xOpen(base, path, file, flags, outFlags) }
      DatabaseFile.of(file).initialize(to: DatabaseFile())
      let code = base.pointee.xOpen(base, path, DatabaseFile.inner(file), flags, outFlags)
      if code == SQLITE_OK { DatabaseFile.of(file).pointee.base.pMethods = UnsafePointer(DatabaseFile.methods) }
      return code
    }

  /// The file of a connection's database, or `nil` if the connection was opened without the layer.
  static func databaseFile(of connection: OpaquePointer) -> DatabaseFile.File? {
    ours(SQLITE_FCNTL_FILE_POINTER, of: connection, UnsafePointer(DatabaseFile.methods))
  }

  /// Gathers the frames of each commit of a connection; see `WALFile`.
  static func gatherCommits(on connection: OpaquePointer) {
    guard let file = databaseFile(of: connection) else { return }
    DatabaseFile.of(file).pointee.gathersCommits = true
    _ = sqlite3_rollback_hook(
      connection, { connection in if let connection { FileLayer.forgetRolledBack(OpaquePointer(connection)) } },
      UnsafeMutableRawPointer(connection))
  }

  /// Forgets what was gathered of a transaction that is rolled back.
  ///
  /// A transaction that is larger than the page cache is gathered in part before it commits. After a rollback the next one, perhaps another
  /// process's, begins at the same place in the log, and what is left here must never be written over it.
  private static func forgetRolledBack(_ connection: OpaquePointer) {
    if let file = ours(SQLITE_FCNTL_JOURNAL_POINTER, of: connection, UnsafePointer(WALFile.methods)) {
      WALFile.forget(file)
    }
  }

  private static func ours(
    _ operation: Int32, of connection: OpaquePointer, _ methods: UnsafePointer<sqlite3_io_methods>
  ) -> UnsafeMutablePointer<sqlite3_file>? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(connection, "main", operation, &file)
    return file?.pointee.pMethods == methods ? file : nil
  }
}
