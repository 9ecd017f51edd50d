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
}

/// The write-ahead log as SQLite sees it. SQLite's own file follows it in memory.
private struct GatheringFile {
  var base = sqlite3_file()
  var buffer: UnsafeMutableRawPointer?
  /// Where in the file the gathered bytes belong.
  var start: Int64 = 0
  var count = 0
  /// Whether the last header gathered was that of a frame that commits.
  var commits = false

  /// 31 frames, more than a program's commit has; a large transaction is written a part at a time. SQLite's own writing takes fewer
  /// than 2^17 bytes at a time (`seekAndWriteFd` in `os_unix.c`).
  static let capacity = 31 * (frameHeaderSize + 4096)
  static let frameHeaderSize = 24

  typealias File = UnsafeMutablePointer<sqlite3_file>

  static func of(_ file: File) -> UnsafeMutablePointer<GatheringFile> {
    UnsafeMutableRawPointer(file).assumingMemoryBound(to: GatheringFile.self)
  }

  static func inner(_ file: File) -> File {
    (UnsafeMutableRawPointer(file) + MemoryLayout<GatheringFile>.stride).assumingMemoryBound(to: sqlite3_file.self)
  }

  static func innerMethods(_ file: File) -> sqlite3_io_methods { inner(file).pointee.pMethods.pointee }

  /// Writes what is gathered. What could not be written is forgotten: SQLite rolls the transaction back.
  static func flush(_ file: File) -> Int32 {
    let gathering = of(file)
    guard gathering.pointee.count > 0 else { return SQLITE_OK }
    let count = gathering.pointee.count
    gathering.pointee.count = 0
    gathering.pointee.commits = false
    return inner(file).pointee.pMethods.pointee.xWrite(
      inner(file), gathering.pointee.buffer, Int32(count), gathering.pointee.start)
  }

  /// Takes a frame's header or its page if it follows what is gathered.
  ///
  /// - Returns: Whether it was taken.
  static func gather(_ file: File, _ bytes: UnsafeRawPointer, _ count: Int, at offset: Int64) -> Bool {
    let gathering = of(file)
    let isHeader = count == frameHeaderSize && offset > 0
    if gathering.pointee.count == 0 {
      guard isHeader else { return false }
      if gathering.pointee.buffer == nil { gathering.pointee.buffer = malloc(capacity) }
      gathering.pointee.start = offset
    }
    guard let buffer = gathering.pointee.buffer,
      offset == gathering.pointee.start + Int64(gathering.pointee.count),
      gathering.pointee.count + count <= capacity
    else { return false }
    (buffer + gathering.pointee.count).copyMemory(from: bytes, byteCount: count)
    gathering.pointee.count += count
    // Bytes 4 to 7 of a frame's header are the size of the database after a commit, and zero in all other frames.
    if isHeader { gathering.pointee.commits = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self) != 0 }
    return true
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
      let closed = innerMethods(file).xClose(inner(file))
      return written == SQLITE_OK ? closed : written
    }
    table.xWrite = { file, bytes, count, offset in
      guard let file, let bytes else { return SQLITE_MISUSE }
      if !gather(file, bytes, Int(count), at: offset) {
        let written = flush(file)
        guard written == SQLITE_OK else { return written }
        guard gather(file, bytes, Int(count), at: offset) else {
          return innerMethods(file).xWrite(inner(file), bytes, count, offset)
        }
      }
      return of(file).pointee.commits && count != frameHeaderSize ? flush(file) : SQLITE_OK
    }
    table.xRead = { file, bytes, count, offset in
      guard let file else { return SQLITE_MISUSE }
      let written = flush(file)
      return written == SQLITE_OK ? innerMethods(file).xRead(inner(file), bytes, count, offset) : written
    }
    table.xTruncate = { file, size in
      guard let file else { return SQLITE_MISUSE }
      let written = flush(file)
      return written == SQLITE_OK ? innerMethods(file).xTruncate(inner(file), size) : written
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
