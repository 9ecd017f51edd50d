import CFileProviderSQLite
import Glibc

/// A write-ahead log as SQLite sees it, which writes a transaction with one system call. SQLite's own file follows it in memory.
///
/// SQLite writes each page of a commit as a frame, and each frame with two calls
/// (https://www.sqlite.org/fileformat2.html#the_write_ahead_log). A rename changes six pages; its twelve calls were a quarter of what it
/// cost. Of the processor time that the store needs for a create, a rename or an unlink this saves 11 to 16 % in groups of 16 changes, and 21 to 26 % where each
/// is committed by itself. Here the frames of a transaction are gathered in memory until the one that commits it, which is known by its header, has come; only then does
/// SQLite make the transaction visible, and an error of the one write is an error of that last frame. All else that is asked of the log goes to
/// SQLite's own code as it is.
struct WALFile {
  var base = sqlite3_file()
  /// The database that it is the log of, if that has the layer, too.
  var database: DatabaseFile.File?
  var buffer: UnsafeMutableRawPointer?
  /// Where in the file the gathered bytes belong.
  var start: Int64 = 0
  var count = 0
  /// How many pages the database has after the commit that the last header belongs to, and 0 if that frame does not commit.
  var pages: UInt32 = 0
  /// Where was read last. A header that SQLite writes there is one that it writes anew (`walRewriteChecksums` in `wal.c`), after a transaction
  /// that has changed a page once more after it was in the log already. No page follows such a header, so it is not gathered.
  var lastRead: Int64 = -1

  /// 31 frames, more than a program's commit has; a large transaction is written a part at a time. SQLite's own writing takes fewer
  /// than 2^17 bytes at a time (`seekAndWriteFd` in `os_unix.c`).
  static let capacity = 31 * (frameHeaderSize + 4096)
  static let frameHeaderSize = 24
  private static let frameSize = Int64(frameHeaderSize + 4096)

  typealias File = UnsafeMutablePointer<sqlite3_file>

  static func of(_ file: File) -> UnsafeMutablePointer<WALFile> {
    UnsafeMutableRawPointer(file).assumingMemoryBound(to: WALFile.self)
  }

  static func inner(_ file: File) -> File {
    (UnsafeMutableRawPointer(file) + MemoryLayout<WALFile>.stride).assumingMemoryBound(to: sqlite3_file.self)
  }

  /// Makes one file the log of the other.
  static func join(_ file: File, to database: DatabaseFile.File) {
    guard database.pointee.pMethods == UnsafePointer(DatabaseFile.methods) else { return }
    of(file).pointee.database = database
    DatabaseFile.of(database).pointee.wal = file
  }

  static func innerMethods(_ file: File) -> sqlite3_io_methods { inner(file).pointee.pMethods.pointee }

  /// Writes what is gathered. What could not be written is forgotten: SQLite rolls the transaction back.
  static func flush(_ file: File) -> Int32 {
    let wal = of(file)
    guard wal.pointee.count > 0, let buffer = wal.pointee.buffer else { return SQLITE_OK }
    let count = wal.pointee.count
    wal.pointee.count = 0
    return write(file, buffer, count, at: wal.pointee.start)
  }

  /// Writes frames, or parts of them, when there is room for them and for their entries in the index.
  private static func write(_ file: File, _ bytes: UnsafeRawPointer, _ count: Int, at offset: Int64) -> Int32 {
    let pages = of(file).pointee.pages
    of(file).pointee.pages = 0
    if let database = of(file).pointee.database {
      let end = offset + Int64(count)
      var code = DatabaseFile.prepareRoom(database, end: end, pages: pages)
      if code == SQLITE_OK { code = DatabaseFile.reserveIndex(database, frames: end / frameSize) }
      guard code == SQLITE_OK else { return code }
    }
    return inner(file).pointee.pMethods.pointee.xWrite(inner(file), bytes, Int32(count), offset)
  }

  /// Drops what is gathered.
  static func forget(_ file: File) {
    of(file).pointee.count = 0
    of(file).pointee.pages = 0
  }

  private static func isHeader(_ file: File, _ count: Int, at offset: Int64) -> Bool {
    count == frameHeaderSize && offset > 0 && offset != of(file).pointee.lastRead
  }

  /// Takes a frame's header or its page if it follows what is gathered.
  ///
  /// - Returns: Whether it was taken.
  private static func gather(_ file: File, _ bytes: UnsafeRawPointer, _ count: Int, at offset: Int64) -> Bool {
    let wal = of(file)
    if wal.pointee.count == 0 {
      guard isHeader(file, count, at: offset), gathersCommits(file) else { return false }
      if wal.pointee.buffer == nil { wal.pointee.buffer = malloc(capacity) }
      wal.pointee.start = offset
    }
    guard let buffer = wal.pointee.buffer,
      offset == wal.pointee.start + Int64(wal.pointee.count),
      wal.pointee.count + count <= capacity
    else { return false }
    (buffer + wal.pointee.count).copyMemory(from: bytes, byteCount: count)
    wal.pointee.count += count
    return true
  }

  /// Bytes 4 to 7 of a frame's header are the size of the database after a commit, and zero in all other frames.
  private static func notePages(_ file: File, _ bytes: UnsafeRawPointer, _ count: Int, at offset: Int64) {
    guard isHeader(file, count, at: offset) else { return }
    of(file).pointee.pages = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
  }

  private static func gathersCommits(_ file: File) -> Bool {
    of(file).pointee.database.map { DatabaseFile.of($0).pointee.gathersCommits } ?? false
  }

  nonisolated(unsafe) static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    var table = sqlite3_io_methods()
    table.iVersion = 1
    table.xClose = { file in
      guard let file else { return SQLITE_MISUSE }
      let written = flush(file)
      free(of(file).pointee.buffer)
      of(file).pointee.buffer = nil
      if let database = of(file).pointee.database { DatabaseFile.of(database).pointee.wal = nil }
      let closed = innerMethods(file).xClose(inner(file))
      return written == SQLITE_OK ? closed : written
    }
    table.xWrite = { file, bytes, count, offset in
      guard let file, let bytes else { return SQLITE_MISUSE }
      let count = Int(count)
      if !gather(file, bytes, count, at: offset) {
        let written = flush(file)
        guard written == SQLITE_OK else { return written }
        if !gather(file, bytes, count, at: offset) {
          notePages(file, bytes, count, at: offset)
          return write(file, bytes, count, at: offset)
        }
      }
      notePages(file, bytes, count, at: offset)
      return of(file).pointee.pages != 0 && count != frameHeaderSize ? flush(file) : SQLITE_OK
    }
    table.xRead = { file, bytes, count, offset in
      guard let file else { return SQLITE_MISUSE }
      let written = flush(file)
      of(file).pointee.lastRead = offset
      return written == SQLITE_OK ? innerMethods(file).xRead(inner(file), bytes, count, offset) : written
    }
    table.xTruncate = { file, size in
      guard let file else { return SQLITE_MISUSE }
      let written = flush(file)
      guard written == SQLITE_OK else { return written }
      if size == 0, let database = of(file).pointee.database, let emptied = DatabaseFile.emptyWAL(database) {
        return emptied
      }
      let truncated = innerMethods(file).xTruncate(inner(file), size)
      if truncated == SQLITE_OK, let database = of(file).pointee.database {
        DatabaseFile.noteWALIsShorter(database, size: size)
      }
      return truncated
    }
    table.xSync = { file, flags in
      guard let file else { return SQLITE_MISUSE }
      let written = flush(file)
      return written == SQLITE_OK ? innerMethods(file).xSync(inner(file), flags) : written
    }
    table.xFileSize = { file, size in
      guard let file else { return SQLITE_MISUSE }
      let written = flush(file)
      return written == SQLITE_OK ? innerMethods(file).xFileSize(inner(file), size) : written
    }
    table.xLock = { file, level in file.map { innerMethods($0).xLock(inner($0), level) } ?? SQLITE_MISUSE }
    table.xUnlock = { file, level in file.map { innerMethods($0).xUnlock(inner($0), level) } ?? SQLITE_MISUSE }
    table.xCheckReservedLock = { file, result in
      file.map { innerMethods($0).xCheckReservedLock(inner($0), result) } ?? SQLITE_MISUSE
    }
    table.xFileControl = { file, operation, argument in
      file.map { innerMethods($0).xFileControl(inner($0), operation, argument) } ?? SQLITE_MISUSE
    }
    table.xSectorSize = { file in file.map { innerMethods($0).xSectorSize(inner($0)) } ?? 4096 }
    table.xDeviceCharacteristics = { file in file.map { innerMethods($0).xDeviceCharacteristics(inner($0)) } ?? 0 }
    methods.initialize(to: table)
    return methods
  }()
}
