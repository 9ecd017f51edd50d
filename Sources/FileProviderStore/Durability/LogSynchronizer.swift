import Foundation
import Glibc

/// Makes what is committed durable: `fdatasync` of the database's write-ahead log, shared by concurrent callers.
///
/// With `synchronous=NORMAL` a commit is safe from a crash of the process at once, and from a loss of power when the log has been
/// synchronized (https://www.sqlite.org/pragma.html#pragma_synchronous). What the log no longer has, SQLite has
/// synchronized into the database before it reused the log.
final class LogSynchronizer: @unchecked Sendable {
  // `mutex` protects the rest.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let done = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var descriptor: Int32 = -1
  private var requested = 0
  private var completed = 0
  private var failure: Int32 = 0
  private var isRunning = false
  private let path: String

  init(directory: URL) {
    path = StoreDatabase.url(in: directory).path + "-wal"
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(done, nil)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(done)
    mutex.deallocate()
    done.deallocate()
  }

  /// Returns when everything committed before the call is on disk.
  ///
  /// A caller that comes while a synchronization runs may have committed after it began, so it waits for the next one, which then
  /// serves all who came meanwhile.
  func synchronize() throws(StoreError) {
    pthread_mutex_lock(mutex)
    requested += 1
    let mine = requested
    while completed < mine {
      if isRunning {
        pthread_cond_wait(done, mutex)
        continue
      }
      isRunning = true
      let target = requested
      if descriptor < 0 { descriptor = open(path, O_RDWR | O_CLOEXEC) }
      let log = descriptor
      pthread_mutex_unlock(mutex)
      let result = log < 0 || fdatasync(log) != 0 ? errno : 0
      pthread_mutex_lock(mutex)
      isRunning = false
      completed = target
      if result != 0 { failure = result }
      pthread_cond_broadcast(done)
    }
    let failed = failure
    pthread_mutex_unlock(mutex)
    if failed != 0 { throw StoreError(errno: failed, "cannot synchronize \(path)") }
  }
}

extension ItemStore {
  /// Returns when everything acknowledged before the call is committed and would survive a loss of power.
  ///
  /// - Throws: `inputOutput` or `full`; after that nothing more of this opening of the store is promised durable.
  package func synchronize() throws(StoreError) {
    try settle()
    try synchronizer.synchronize()
  }
}
