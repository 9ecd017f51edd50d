import CFuse3
import Glibc

/// A mutex and a condition, for the few places where a thread waits for another.
final class Condition: @unchecked Sendable {
  // Sendable: this is what makes other things so.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Waits until somebody signals; the lock must be held.
  func wait() { pthread_cond_wait(condition, mutex) }

  /// Waits until somebody signals, or so many milliseconds have passed; the lock must be held.
  ///
  /// - Returns: Whether the time had not passed.
  func wait(milliseconds: Int) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    end.tv_nsec += milliseconds % 1000 * 1_000_000
    end.tv_sec += milliseconds / 1000 + end.tv_nsec / 1_000_000_000
    end.tv_nsec %= 1_000_000_000
    return pthread_cond_timedwait(condition, mutex, &end) == 0
  }

  func signal() { pthread_cond_signal(condition) }
  func broadcast() { pthread_cond_broadcast(condition) }
}
