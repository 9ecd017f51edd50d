import CFileProviderSQLite
import Synchronization

/// Keeping the lock of a read transaction for the next one.
///
/// Each read transaction of a write-ahead log takes one of five locks shared, and gives it back at its end: two `fcntl` calls, half of the system calls of a
/// look-up in a mount. A connection that keeps its lock makes none while nothing is committed: the next transaction finds the lock as it was. What
/// SQLite checks then, that the log is still the one that the lock is for, it checks with this lock as with a new one.
///
/// A lock that is kept and not used is in the way of those who want it for themselves: to say which commits it protects, to move the log into the database,
/// to begin the log again. Another connection of this process takes it away; another process waits, or does without, until it is given back. So whoever
/// has nothing to do has to give it back.
extension DatabaseFile {
  /// Those who take the lock away are of any thread.
  struct ReadLock: ~Copyable {
    /// The number of the lock that is kept, plus one; 0 for none, or one that is in use; `beingReleased`.
    let kept = Atomic<Int32>(0)
    static let beingReleased: Int32 = -1
    var isEnabled = false
  }

  /// The connections that keep their locks. Held while another thread than a connection's own gives its lock back.
  private static let keepers = Mutex<[UInt]>([])

  /// How many there are. For tests.
  static var keeperCount: Int { keepers.withLock { $0.count } }

  /// The first of the locks of readers, and how many there are (`WAL_READ_LOCK` in `wal.c`).
  static let readLocks: Range<Int32> = 3..<8

  /// Has a connection keep its lock from now on.
  static func keepReadLock(_ file: File) {
    of(file).pointee.readLock.isEnabled = true
    keepers.withLock { $0.append(UInt(bitPattern: file)) }
  }

  /// Ends that, as the connection ends its use of the shared memory, or is closed.
  static func forgetReadLock(_ file: File) {
    guard of(file).pointee.readLock.isEnabled else { return }
    of(file).pointee.readLock.isEnabled = false
    keepers.withLock { $0.removeAll { $0 == UInt(bitPattern: file) } }
    release(file, readLocks)
  }

  /// Gives all locks back that are kept and not in use, and lie in a range.
  static func release(_ range: Range<Int32> = readLocks) {
    keepers.withLock { keepers in
      for keeper in keepers { if let file = File(bitPattern: keeper) { release(file, range) } }
    }
  }

  static func release(_ file: File, _ range: Range<Int32> = readLocks) {
    let lock = of(file).pointee.readLock.kept.load(ordering: .acquiring)
    guard lock > 0, range.contains(lock - 1),
      of(file).pointee.readLock.kept.compareExchange(
        expected: lock, desired: ReadLock.beingReleased, ordering: .acquiringAndReleasing
      ).exchanged
    else { return }
    _ = methods(of: file).pointee.xShmLock(inner(file), lock - 1, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_SHARED)
    of(file).pointee.readLock.kept.store(0, ordering: .releasing)
  }

  /// What `xShmLock` does.
  @inline(__always) static func lock(_ file: File, _ offset: Int32, _ count: Int32, _ flags: Int32) -> Int32 {
    let isShared = flags & SQLITE_SHM_SHARED != 0
    if isShared, of(file).pointee.readLock.isEnabled, readLocks.contains(offset) {
      if flags & SQLITE_SHM_UNLOCK != 0 {
        of(file).pointee.readLock.kept.store(offset + 1, ordering: .releasing)
        return SQLITE_OK
      }
      if of(file).pointee.readLock.kept.compareExchange(
        expected: offset + 1, desired: 0, ordering: .acquiringAndReleasing
      ).exchanged {
        return SQLITE_OK
      }
      // It is another lock than last time, or somebody gives it back: SQLite takes none that it still counts as held.
      release(file)
      if of(file).pointee.readLock.kept.load(ordering: .acquiring) != 0 { keepers.withLock { _ in } }
    } else if !isShared, flags & SQLITE_SHM_LOCK != 0, offset + count > readLocks.lowerBound {
      release(offset..<offset + count)
    }
    return methods(of: file).pointee.xShmLock(inner(file), offset, count, flags)
  }
}

extension Connection {
  /// Keeps the lock of each read transaction for the next one; see `DatabaseFile.ReadLock`.
  package func keepReadLock() { if let file { DatabaseFile.keepReadLock(file) } }

  /// Gives the lock back that it keeps, so that it is in no other process's way.
  package func releaseReadLock() { if let file { DatabaseFile.release(file) } }

  /// The same for all connections of this process. From any thread.
  package static func releaseReadLocks() { DatabaseFile.release() }
}
