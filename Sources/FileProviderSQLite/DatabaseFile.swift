import CLinux
import CFileProviderSQLite
import Glibc

/// A main database as SQLite sees it. SQLite's own file follows it in memory.
///
/// It takes the room for the shared memory, in which SQLite has the index of its write-ahead log. SQLite makes that file longer by its last byte of each
/// 4 KiB (`unixShmMap` in `os_unix.c`), so where the disk's blocks are smaller the rest are holes. On a full disk the first one who writes into such a hole
/// through the mapping gets SIGBUS: the process is dead, and so is each one that tries again.
struct DatabaseFile: ~Copyable {
  var base = sqlite3_file()
  /// Whether the commits of this connection are gathered.
  var gathersCommits = false
  var room = KeptRoom()
  /// The write-ahead log of the same connection while it is open.
  var wal: WALFile.File?
  /// The first region of the shared memory while it is mapped.
  var index: UnsafeMutableRawPointer?
  /// How many regions of the shared memory this connection has mapped.
  var regions: Int32 = 0
  var readLock = ReadLock()

  typealias File = UnsafeMutablePointer<sqlite3_file>

  static func of(_ file: File) -> UnsafeMutablePointer<DatabaseFile> {
    UnsafeMutableRawPointer(file).assumingMemoryBound(to: DatabaseFile.self)
  }

  static func inner(_ file: File) -> File {
    (UnsafeMutableRawPointer(file) + MemoryLayout<DatabaseFile>.stride).assumingMemoryBound(to: sqlite3_file.self)
  }

  @inline(__always) static func methods(of file: File) -> UnsafePointer<sqlite3_io_methods> {
    inner(file).pointee.pMethods
  }

  // MARK: Shared memory

  /// `SQLITE_IOERR_SHMSIZE`, a macro that Swift does not see.
  static let sharedMemorySizeError = SQLITE_IOERR | 19 << 8
  /// The size of a region, and how many frames of the log the first one and each later one have entries for (`wal.c`).
  private static let regionSize: Int32 = 32768
  private static let framesOfFirstRegion: Int64 = 4062
  private static let framesOfRegion: Int64 = 4096

  /// Makes the index large enough for a log of so many frames, before they are written.
  ///
  /// SQLite makes it longer when the frames are in the log already: if there is no room then, a crash would restore a commit that
  /// was said to have failed.
  @inline(__always) static func reserveIndex(_ file: File, frames: Int64) -> Int32 {
    let last = Int32(truncatingIfNeeded: (frames + framesOfRegion - framesOfFirstRegion - 1) / framesOfRegion)
    guard last >= of(file).pointee.regions, of(file).pointee.index != nil else { return SQLITE_OK }
    var region: UnsafeMutableRawPointer?
    return mapRegion(file, last, regionSize, 1, &region)
  }

  private static func mapRegion(
    _ file: File, _ number: Int32, _ size: Int32, _ extends: Int32,
    _ region: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> Int32 {
    var code = SQLITE_OK
    var failure: Int32 = 0
    let descriptor = SystemCalls.descriptor {
      code = methods(of: file).pointee.xShmMap(inner(file), number, size, extends, region)
      failure = errno
    }
    if code == sharedMemorySizeError, failure == ENOSPC || failure == EDQUOT { return SQLITE_FULL }
    guard code == SQLITE_OK, let memory = region.pointee else { return code }
    guard takeRoom(memory, size: Int(size), end: off_t(number + 1) * off_t(size), descriptor) else {
      region.pointee = nil
      return SQLITE_FULL
    }
    if number == 0 { of(file).pointee.index = memory }
    of(file).pointee.regions = max(of(file).pointee.regions, number + 1)
    return SQLITE_OK
  }

  /// Has the disk give the blocks of a region: at once where it can, else by touching each page in a way that fails without a signal
  /// (Linux 5.14 and later).
  ///
  /// - Parameter descriptor: That of the file, known to the first one who maps a region in this process.
  /// - Returns: Whether writing into the region cannot fail for want of room.
  private static func takeRoom(
    _ memory: UnsafeMutableRawPointer, size: Int, end: off_t, _ descriptor: Int32?
  ) -> Bool {
    if let descriptor {
      while fallocate(descriptor, 0, 0, end) != 0 {
        if errno == ENOSPC || errno == EDQUOT { return false }
        guard errno == EINTR else { break }
      }
    }
    // MADV_POPULATE_WRITE, which the headers of older systems do not have.
    return madvise(memory, size, 23) == 0 || errno != EFAULT
  }

  // MARK: Methods

  nonisolated(unsafe) static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
    let made = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    var table = sqlite3_io_methods()
    table.iVersion = 3
    table.xClose = { file in
      guard let file else { return SQLITE_MISUSE }
      // A database that nobody changes is read without shared memory, which then is not given up either.
      forgetReadLock(file)
      return methods(of: file).pointee.xClose(inner(file))
    }
    table.xRead = { file, bytes, count, offset in
      file.map { methods(of: $0).pointee.xRead(inner($0), bytes, count, offset) } ?? SQLITE_MISUSE
    }
    table.xWrite = { file, bytes, count, offset in
      file.map { methods(of: $0).pointee.xWrite(inner($0), bytes, count, offset) } ?? SQLITE_MISUSE
    }
    table.xTruncate = { file, size in
      guard let file else { return SQLITE_MISUSE }
      if keepsRoom(file, at: size) { return SQLITE_OK }
      return methods(of: file).pointee.xTruncate(inner(file), size)
    }
    table.xSync = { file, flags in file.map { methods(of: $0).pointee.xSync(inner($0), flags) } ?? SQLITE_MISUSE }
    table.xFileSize = { file, size in
      file.map { methods(of: $0).pointee.xFileSize(inner($0), size) } ?? SQLITE_MISUSE
    }
    table.xLock = { file, level in file.map { methods(of: $0).pointee.xLock(inner($0), level) } ?? SQLITE_MISUSE }
    table.xUnlock = { file, level in file.map { methods(of: $0).pointee.xUnlock(inner($0), level) } ?? SQLITE_MISUSE }
    table.xCheckReservedLock = { file, result in
      file.map { methods(of: $0).pointee.xCheckReservedLock(inner($0), result) } ?? SQLITE_MISUSE
    }
    table.xFileControl = { file, operation, argument in
      file.map { methods(of: $0).pointee.xFileControl(inner($0), operation, argument) } ?? SQLITE_MISUSE
    }
    table.xSectorSize = { file in file.map { methods(of: $0).pointee.xSectorSize(inner($0)) } ?? 4096 }
    table.xDeviceCharacteristics = { file in
      file.map { methods(of: $0).pointee.xDeviceCharacteristics(inner($0)) } ?? 0
    }
    table.xShmMap = { file, number, size, extends, region in
      guard let file, let region else { return SQLITE_MISUSE }
      return mapRegion(
        file, number, size, extends,
        UnsafeMutableRawPointer(region).assumingMemoryBound(to: UnsafeMutableRawPointer?.self))
    }
    table.xShmLock = { file, offset, count, flags in
      file.map { lock($0, offset, count, flags) } ?? SQLITE_MISUSE
    }
    table.xShmBarrier = { file in if let file { methods(of: file).pointee.xShmBarrier(inner(file)) } }
    table.xShmUnmap = { file, deletes in
      guard let file else { return SQLITE_MISUSE }
      forgetReadLock(file)
      of(file).pointee.index = nil
      of(file).pointee.regions = 0
      return methods(of: file).pointee.xShmUnmap(inner(file), deletes)
    }
    table.xFetch = { file, offset, count, page in
      file.map { methods(of: $0).pointee.xFetch(inner($0), offset, count, page) } ?? SQLITE_MISUSE
    }
    table.xUnfetch = { file, offset, page in
      file.map { methods(of: $0).pointee.xUnfetch(inner($0), offset, page) } ?? SQLITE_MISUSE
    }
    made.initialize(to: table)
    return made
  }()
}
