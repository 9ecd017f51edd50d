import CLinux
import CFileProviderSQLite
import Glibc
import LinuxSystem

extension DatabaseFile {
  // MARK: Keeping

  /// Keeps the room that a connection's files have; see `KeptRoom`.
  static func keepRoom(_ file: File) {
    of(file).pointee.room.isKept = true
    // Or the log and its index would be removed with the last connection, and their room with them.
    var persists: Int32 = 1
    _ = methods(of: file).pointee.xFileControl(inner(file), SQLITE_FCNTL_PERSIST_WAL, &persists)
  }

  /// Whether the disk gives room behind the end of a file. If not, none is kept.
  static func canKeepRoom(_ file: File) -> Bool {
    guard let descriptor = descriptor(of: file) else { return false }
    if fallocate(descriptor, KeptRoom.behindTheEnd, 0, off_t(KeptRoom.pageSize)) == 0 || errno != EOPNOTSUPP {
      return true
    }
    of(file).pointee.room.isKept = false
    return false
  }

  /// Takes the room, as far as there is some. The connection must have read something, or it has no log yet.
  static func replenish(_ file: File) {
    let (end, databaseEnd) = (walEnd(file), databaseEnd(file))
    extend(file, end: end, databaseEnd: databaseEnd)
    note(file, end: end, databaseEnd: databaseEnd)
  }

  /// Takes again what there was no room for, some time after it was tried last.
  @inline(__always) static func replenishIfShort(_ file: File) {
    if of(file).pointee.room.isShort, isTimeToTry(file) { replenish(file) }
  }

  private static func isTimeToTry(_ file: File) -> Bool {
    MonotonicClock.now &- of(file).pointee.room.lastTried > KeptRoom.pause
  }

  /// Whether something of the room is missing that a group of changes may need.
  static func isRoomIncomplete(_ file: File) -> Bool {
    let room = of(file).pointee.room
    return room.wal < walEnd(file) + KeptRoom.leastWAL || room.database < databaseEnd(file) + KeptRoom.leastDatabase
  }

  /// Whether there is so little room behind the log's end that it should begin again.
  static func shouldFold(_ file: File) -> Bool {
    let room = of(file).pointee.room
    return room.isShort && room.wal < walEnd(file) + KeptRoom.leastWAL
  }

  // MARK: Writing

  /// Makes sure of the room for what is written to the log.
  ///
  /// - Parameters:
  ///   - end: Where it ends in the log.
  ///   - pages: How many pages the database has then, if it ends with a commit; else 0.
  /// - Returns: `SQLITE_FULL` if it would use the last of the room and may not.
  @inline(__always) static func prepareRoom(_ file: File, end: Int64, pages: UInt32) -> Int32 {
    if end < of(file).pointee.room.end { forgetLostRoom(file) }
    of(file).pointee.room.end = end
    let room = of(file).pointee.room
    let databaseEnd = Int64(pages) * KeptRoom.pageSize
    let suffices = room.wal >= end + KeptRoom.wholeWAL && room.database >= databaseEnd + KeptRoom.wholeDatabase
    return suffices || !room.isKept ? SQLITE_OK : takeMoreRoom(file, end: end, databaseEnd: databaseEnd)
  }

  private static func takeMoreRoom(_ file: File, end: Int64, databaseEnd: Int64) -> Int32 {
    if !of(file).pointee.room.isShort || isTimeToTry(file) { extend(file, end: end, databaseEnd: databaseEnd) }
    defer { note(file, end: end, databaseEnd: databaseEnd) }
    return of(file).pointee.room.mayBeUsed ? SQLITE_OK : takeLeast(file, end: end, databaseEnd: databaseEnd)
  }

  /// Takes what must be there for something new, however often there was none.
  private static func takeLeast(_ file: File, end: Int64, databaseEnd: Int64) -> Int32 {
    let least = end + KeptRoom.leastWAL
    if of(file).pointee.room.wal < least { extendWAL(file, to: least, inParts: false) }
    guard of(file).pointee.room.wal >= least else { return SQLITE_FULL }
    // What makes the database no larger may be changed.
    guard databaseEnd > self.databaseEnd(file) else { return SQLITE_OK }
    let leastDatabase = databaseEnd + KeptRoom.leastDatabase
    if of(file).pointee.room.database < leastDatabase { extendDatabase(file, to: leastDatabase, inParts: false) }
    return of(file).pointee.room.database >= leastDatabase ? SQLITE_OK : SQLITE_FULL
  }

  private static func extend(_ file: File, end: Int64, databaseEnd: Int64) {
    of(file).pointee.room.lastTried = MonotonicClock.now
    if of(file).pointee.room.wal < end + KeptRoom.wholeWAL {
      extendWAL(file, to: end + KeptRoom.wholeWAL + KeptRoom.step, inParts: true)
    }
    if of(file).pointee.room.database < databaseEnd + KeptRoom.wholeDatabase {
      extendDatabase(file, to: databaseEnd + KeptRoom.wholeDatabase + KeptRoom.step, inParts: true)
    }
  }

  private static func note(_ file: File, end: Int64, databaseEnd: Int64) {
    let room = of(file).pointee.room
    of(file).pointee.room.isShort =
      room.wal < end + KeptRoom.wholeWAL || room.database < databaseEnd + KeptRoom.wholeDatabase
  }

  private static func extendWAL(_ file: File, to end: Int64, inParts: Bool) {
    guard let wal = of(file).pointee.wal, let descriptor = ownDescriptor(of: WALFile.inner(wal)) else { return }
    of(file).pointee.room.wal = allocate(descriptor, from: of(file).pointee.room.wal, to: end, inParts: inParts)
  }

  private static func extendDatabase(_ file: File, to end: Int64, inParts: Bool) {
    guard let descriptor = descriptor(of: file) else { return }
    of(file).pointee.room.database = allocate(
      descriptor, from: of(file).pointee.room.database, to: end, inParts: inParts)
  }

  /// Has the disk give blocks to a part of a file that may have some of them already.
  ///
  /// - Parameter inParts: Whether to take as much as there is if there is not enough.
  /// - Returns: Where the room ends now.
  private static func allocate(_ descriptor: Int32, from start: Int64, to end: Int64, inParts: Bool) -> Int64 {
    var (reached, part) = (start, end - start)
    while reached < end, part >= KeptRoom.smallestPart {
      let wanted = min(part, end - reached)
      if fallocate(descriptor, KeptRoom.behindTheEnd, off_t(reached), off_t(wanted)) == 0 {
        reached += wanted
      } else if errno != EINTR {
        guard inParts else { break }
        part /= 2
      }
    }
    return reached
  }

  /// SQLite's own descriptor of a database. Not to be closed.
  static func descriptor(of file: File) -> Int32? { ownDescriptor(of: inner(file)) }

  private static func ownDescriptor(of inner: File) -> Int32? {
    SystemCalls.descriptor {
      var size: Int64 = 0
      _ = inner.pointee.pMethods.pointee.xFileSize(inner, &size)
    }
  }

  // MARK: Where the files end

  /// Where the next commit begins in the log: at its beginning if all of it is in the database. No reader stays in it for long.
  private static func walEnd(_ file: File) -> Int64 {
    guard let index = of(file).pointee.index else { return 0 }
    // `mxFrame` of the header, and `nBackfill` behind its two copies (https://www.sqlite.org/walformat.html#the_wal_index_file_format).
    let (last, folded) = (
      index.load(fromByteOffset: 16, as: UInt32.self), index.load(fromByteOffset: 96, as: UInt32.self)
    )
    return last == folded ? 0 : Int64(last) * (Int64(WALFile.frameHeaderSize) + KeptRoom.pageSize)
  }

  /// How large the last commit made the database, whether that is in the database's file already or in the log.
  private static func databaseEnd(_ file: File) -> Int64 {
    let pages = of(file).pointee.index?.load(fromByteOffset: 20, as: UInt32.self) ?? 0
    return pages > 0 ? Int64(pages) * KeptRoom.pageSize : size(file)
  }

  private static func size(_ file: File) -> Int64 {
    var size: Int64 = 0
    return methods(of: file).pointee.xFileSize(inner(file), &size) == SQLITE_OK ? size : 0
  }

  // MARK: Shortening

  /// Whether to leave the database's file as it is, since it has that size already: the call would give up the blocks behind its end.
  static func keepsRoom(_ file: File, at newSize: Int64) -> Bool {
    of(file).pointee.room.isKept && size(file) == newSize
  }

  /// The log's file was made shorter: the blocks behind its end are gone.
  static func noteWALIsShorter(_ file: File, size: Int64) {
    of(file).pointee.room.wal = min(of(file).pointee.room.wal, size)
  }

  /// The log begins again: whoever had it begin, another process perhaps, may have made it shorter.
  private static func forgetLostRoom(_ file: File) {
    var status = stat()
    guard of(file).pointee.room.isKept, let wal = of(file).pointee.wal,
      let descriptor = ownDescriptor(of: WALFile.inner(wal)), fstat(descriptor, &status) == 0
    else { return }
    // What is behind the end is taken once more, which needs no room where it is there.
    noteWALIsShorter(file, size: Int64(status.st_size))
  }

  /// Empties the log and leaves it its room: a log with a header of zeros has no frames.
  ///
  /// - Returns: `nil` where no room is kept.
  static func emptyWAL(_ file: File) -> Int32? {
    var status = stat()
    guard of(file).pointee.room.isKept, let wal = of(file).pointee.wal,
      let descriptor = ownDescriptor(of: WALFile.inner(wal)), fstat(descriptor, &status) == 0
    else { return nil }
    let header = [UInt8](repeating: 0, count: 32)
    guard pwrite(descriptor, header, header.count, 0) == header.count else { return SQLITE_IOERR }
    let size = min(KeptRoom.wholeWAL, Int64(status.st_blocks) * 512)
    noteWALIsShorter(file, size: size)
    return ftruncate(descriptor, off_t(size)) == 0 ? SQLITE_OK : SQLITE_IOERR
  }
}
