import GRDBSQLite
import Glibc

/// The write-ahead log as SQLite sees it. SQLite's own file follows it in memory.
struct GatheringFile {
  var base = sqlite3_file()
  var buffer: UnsafeMutableRawPointer?
  /// Where in the file the gathered bytes belong.
  var start: Int64 = 0
  var count = 0
  /// Whether the last header gathered was that of a frame that commits.
  var commits = false
  /// Where was read last. A header that SQLite writes there is one that it writes anew (`walRewriteChecksums` in `wal.c`), after a transaction
  /// that has changed a page once more after it was in the log already. No page follows such a header, so it is not gathered.
  var lastRead: Int64 = -1

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
    forget(file)
    return inner(file).pointee.pMethods.pointee.xWrite(
      inner(file), gathering.pointee.buffer, Int32(count), gathering.pointee.start)
  }

  /// Drops what is gathered.
  static func forget(_ file: File) {
    of(file).pointee.count = 0
    of(file).pointee.commits = false
  }

  /// Takes a frame's header or its page if it follows what is gathered.
  ///
  /// - Returns: Whether it was taken.
  static func gather(_ file: File, _ bytes: UnsafeRawPointer, _ count: Int, at offset: Int64) -> Bool {
    let gathering = of(file)
    let isHeader = count == frameHeaderSize && offset > 0 && offset != gathering.pointee.lastRead
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
      of(file).pointee.lastRead = offset
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
