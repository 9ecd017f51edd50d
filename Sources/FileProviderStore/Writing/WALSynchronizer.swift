package import Foundation
import Glibc
import LinuxSystem

/// Makes what is committed durable: `fdatasync` of the database's write-ahead log, shared by concurrent callers.
///
/// With `synchronous=NORMAL` a commit survives a crash of the process at once, and a loss of power when the write-ahead log has been synchronized
/// (https://www.sqlite.org/pragma.html#pragma_synchronous). Before SQLite overwrites a part of that log, it has synchronized the same pages in
/// the database.
///
/// The file is opened once, with the store, so that `fsync` works in a process that has no free descriptors. Opening and closing it does no
/// harm to SQLite, which takes no locks on it. **The database and its `-shm` must never be opened like this**: SQLite locks them with `fcntl`,
/// and closing any descriptor of a file releases all such locks of the process (https://www.sqlite.org/howtocorrupt.html, 2.2).
package final class WALSynchronizer: @unchecked Sendable {
  // `done` protects the variables, except `hasName`, which only the synchronizing thread uses.
  private let done = Condition()
  private var requested = 0
  private var completed = 0
  /// Why a synchronization has failed. The kernel reports the failure once, and then treats the pages that it could not write as written: no
  /// later synchronization can be trusted.
  private var failure: Int32 = 0
  private var isRunning = false
  private let wal: Descriptor
  /// The directory of the log: the name of a new log has to be on the disk, too.
  private let directory: Descriptor
  private var hasName = false
  private let path: String
  private let synchronizeFile: @Sendable (Int32) -> Int32

  /// - Parameters:
  ///   - wal: The write-ahead log. It has to exist: a connection makes it when it first reads.
  ///   - synchronizeFile: Does what fdatasync(2) does.
  /// - Throws: Why it cannot be opened.
  package init(
    wal: URL, synchronizeFile: @escaping @Sendable (Int32) -> Int32 = { fdatasync($0) }
  ) throws(StoreError) {
    path = wal.path
    self.synchronizeFile = synchronizeFile
    guard let file = Descriptor(openingFile: path, O_RDWR),
      let directory = Descriptor(opening: wal.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY)
    else { throw StoreError(errno: errno, "cannot open \(path)") }
    self.wal = file
    self.directory = directory
  }

  /// Returns when everything committed before the call is on disk.
  ///
  /// A caller that arrives during a synchronization may have committed after it began, so it waits for the next one, which serves all callers
  /// that arrived meanwhile.
  ///
  /// - Throws: Why the synchronization failed. Then every later call throws, too.
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

  /// Synchronizes for all waiting callers, and wakes them.
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
