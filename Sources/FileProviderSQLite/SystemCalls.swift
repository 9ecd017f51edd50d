import CFileProviderSQLite
import Glibc
import Synchronization

/// System calls that SQLite's own file access makes through us.
///
/// SQLite's locks are `fcntl` locks, and a process loses all that it has on a file when it closes any descriptor of that file
/// (https://www.sqlite.org/howtocorrupt.html, 2.2). So nobody but SQLite opens the database and its shared memory; who has to call something
/// on their descriptors finds out SQLite's own, by what it asks `fstat` for.
enum SystemCalls {
  /// Held by a thread that finds out a descriptor.
  private static let finding = Mutex<Void>(())
  /// The thread, 0 for none.
  private static let thread = Atomic<UInt>(0)
  /// Only that thread uses it.
  nonisolated(unsafe) private static var found: Int32 = -1

  static func replace(in vfs: UnsafeMutablePointer<sqlite3_vfs>) {
    guard vfs.pointee.iVersion >= 3 else { return }
    _ = vfs.pointee.xSetSystemCall(vfs, "fstat", unsafeBitCast(status, to: sqlite3_syscall_ptr.self))
    _ = vfs.pointee.xSetSystemCall(vfs, "ftruncate", unsafeBitCast(truncate, to: sqlite3_syscall_ptr.self))
  }

  /// The descriptor whose status SQLite asked for last in `body`, or `nil` if it asked for none.
  static func descriptor(askedForIn body: () -> Void) -> Int32? {
    finding.withLock { _ in
      found = -1
      thread.store(pthread_self(), ordering: .relaxed)
      body()
      thread.store(0, ordering: .relaxed)
      return found >= 0 ? found : nil
    }
  }

  private static let status: @convention(c) (Int32, UnsafeMutablePointer<stat>?) -> Int32 = { descriptor, status in
    if thread.load(ordering: .relaxed) == pthread_self() { found = descriptor }
    guard let status else { return -1 }
    return fstat(descriptor, status)
  }

  /// How far the first process that comes shortens the shared memory (`unixLockSharedMemory` in `os_unix.c`), so that nobody takes what is in it
  /// for the state of the log. No database has such a size.
  private static let sizeOfForgotten: off_t = 3

  /// Shortens a file; instead of the shared memory's room its contents are given up. On a full disk the room might be somebody else's a moment later.
  private static let truncate: @convention(c) (Int32, off_t) -> Int32 = { descriptor, size in
    var status = stat()
    guard size == sizeOfForgotten, fstat(descriptor, &status) == 0, status.st_size > size else {
      return ftruncate(descriptor, size)
    }
    let zeros = [UInt8](repeating: 0, count: Int(status.st_size))
    return pwrite(descriptor, zeros, zeros.count, 0) == zeros.count ? 0 : ftruncate(descriptor, size)
  }
}
