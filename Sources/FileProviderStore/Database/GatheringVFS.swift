import GRDBSQLite
import Glibc

/// A layer over SQLite's own file access that writes a transaction to the write-ahead log with one system call.
///
/// SQLite writes each page of a commit as a frame, and each frame with two calls
/// (https://www.sqlite.org/fileformat2.html#the_write_ahead_log). A rename changes six pages; its twelve calls were a quarter of what it
/// cost. Here the frames of a transaction are gathered in memory until the one that commits it, which is known by its header, has come; only then does
/// SQLite make the transaction visible, and an error of the one write is an error of that last frame. All other files, and all
/// else that is asked of the log, go to SQLite's own code as they are.
enum GatheringVFS {
  /// The name to open a connection with, or `nil` when the layer could not be put in place.
  static let name: String? = {
    guard let base = sqlite3_vfs_find(nil) else { return nil }
    let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    layer.initialize(to: base.pointee)
    layer.pointee.zName = UnsafePointer(strdup("gathering"))
    layer.pointee.pNext = nil
    layer.pointee.pAppData = UnsafeMutableRawPointer(base)
    layer.pointee.szOsFile = base.pointee.szOsFile + Int32(MemoryLayout<GatheringFile>.stride)
    layer.pointee.xOpen = open
    return sqlite3_vfs_register(layer, 0) == SQLITE_OK ? "gathering" : nil
  }()

  private static let open:
    @convention(c) (
      UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?, UnsafeMutablePointer<sqlite3_file>?, Int32,
      UnsafeMutablePointer<Int32>?
    ) -> Int32 = { layer, path, file, flags, outFlags in
      guard let file, let data = layer?.pointee.pAppData else { return SQLITE_MISUSE }
      let base = data.assumingMemoryBound(to: sqlite3_vfs.self)
      guard flags & SQLITE_OPEN_WAL != 0 else { return base.pointee.xOpen(base, path, file, flags, outFlags) }
      let gathering = GatheringFile.of(file)
      gathering.initialize(to: GatheringFile())
      let code = base.pointee.xOpen(base, path, GatheringFile.inner(file), flags, outFlags)
      if code == SQLITE_OK { gathering.pointee.base.pMethods = UnsafePointer(GatheringFile.methods) }
      return code
    }

  /// Has a connection that was opened with this layer forget what it gathered of a transaction that is rolled back.
  ///
  /// A transaction that is larger than the page cache is gathered in part before it commits. After a rollback the next one, perhaps another
  /// process's, begins at the same place in the log, and what is left here must never be written over it.
  static func forgetRolledBack(on connection: OpaquePointer) {
    _ = sqlite3_rollback_hook(
      connection, { connection in if let connection { GatheringVFS.forget(OpaquePointer(connection)) } },
      UnsafeMutableRawPointer(connection))
  }

  private static func forget(_ connection: OpaquePointer) {
    var file: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file)
    if let file, file.pointee.pMethods == UnsafePointer(GatheringFile.methods) { GatheringFile.forget(file) }
  }
}
