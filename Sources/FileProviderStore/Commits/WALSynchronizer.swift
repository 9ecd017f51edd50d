package import Foundation
import Glibc
import LinuxSystem

/// Makes what is committed durable: `fdatasync` of the database's write-ahead log, shared by concurrent callers.
///
/// With `synchronous=NORMAL` a commit is safe from a crash of the process at once, and from a loss of power when the log has been
/// synchronized (https://www.sqlite.org/pragma.html#pragma_synchronous). What the log no longer has, SQLite has
/// synchronized into the database before it reused the log.
///
/// The log is opened once, with the store, so that a process that has used up its descriptors can still do what `fsync` promises. Opening and
/// closing it does no harm to SQLite, which takes no locks on it; **the database and its `-shm` must never be opened like this**: SQLite's locks
/// on them are those of `fcntl`, and closing any descriptor of a file drops all of these that the process has
/// (https://www.sqlite.org/howtocorrupt.html, 2.2).
package final class WALSynchronizer: @unchecked Sendable {
  // `done` protects what is variable, except `hasName`, which only the thread that synchronizes uses.
  private let done = Condition()
  private var requested = 0
  private var completed = 0
  /// Why a synchronization has failed. The kernel tells it once, and after that takes what it could not write for written: nothing more can be
  /// promised of this log.
  private var failure: Int32 = 0
  private var isRunning = false
  private let wal: Descriptor
  /// The directory that the log is in: of a new log the name has to be on the disk, too.
  private let directory: Descriptor
  private var hasName = false
  private let path: String
  private let synchronizeFile: @Sendable (Int32) -> Int32

  /// - Parameters:
  ///   - wal: The write-ahead log, which has to be there: a connection makes it when it reads.
  ///   - synchronizeFile: Does what fdatasync(2) does.
  /// - Throws: Why it cannot be opened.
  package init(
    wal: URL, synchronizeFile: @escaping @Sendable (Int32) -> Int32 = { fdatasync($0) }
  ) throws(StoreError) {
    path = wal.path
    self.synchronizeFile = synchronizeFile
    guard let file = Descriptor(opening: path, O_RDWR),
      let directory = Descriptor(opening: wal.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY)
    else { throw StoreError(errno: errno, "cannot open \(path)") }
    self.wal = file
    self.directory = directory
  }

  /// Returns when everything committed before the call is on disk.
  ///
  /// A caller that comes while a synchronization runs may have committed after it began, so it waits for the next one, which then
  /// serves all who came meanwhile.
  ///
  /// - Throws: Why it is not, and then so does every later call.
  package func synchronize() throws(StoreError) {
    var failed: Int32 = 0
    let target: Int? = done.withLock {
      requested += 1
      let mine = requested
      while completed < mine, failure == 0, isRunning { done.wait() }
      guard completed < mine, failure == 0 else {
        failed = completed < mine ? failure : 0
        return nil
      }
      isRunning = true
      return requested
    }
    if let target { failed = run(upTo: target) }
    if failed != 0 { throw StoreError(errno: failed, "cannot synchronize \(path)") }
  }

  /// Synchronizes for all who have come, and tells them.
  ///
  /// - Returns: The number of an error; 0 for none.
  private func run(upTo target: Int) -> Int32 {
    let result = synchronizeWAL()
    done.withLock {
      isRunning = false
      if result == 0 { completed = target } else { failure = result }
      done.broadcast()
    }
    return result
  }

  /// Called by one thread at a time.
  private func synchronizeWAL() -> Int32 {
    while synchronizeFile(wal.number) != 0 { if errno != EINTR { return errno } }
    if !hasName, fsync(directory.number) != 0 { return errno }
    hasName = true
    return 0
  }
}
