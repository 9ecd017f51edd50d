package import Glibc

/// A mutex and a condition, for the few places where a thread waits for another.
///
/// Deadlines are on the monotonic clock: setting the wall clock neither shortens nor lengthens a wait.
package final class Condition: @unchecked Sendable {
  // Sendable: the functions of pthreads may be called from any thread.
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Whose the mutex is, if it is not this one's.
  private let owner: Condition?

  /// - Parameter other: A condition whose lock is this one's, too: for other threads that wait under it.
  package init(sharing other: Condition? = nil) {
    owner = other
    mutex = other?.mutex ?? .allocate(capacity: 1)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    if other == nil { pthread_mutex_init(mutex, nil) }
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
    guard owner == nil else { return }
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  // Inlined: the write lock of a store takes it for every change.
  @inlinable package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Waits for a signal; the lock must be held.
  package func wait() { pthread_cond_wait(condition, mutex) }

  /// Waits for a signal, or until a moment; the lock must be held.
  ///
  /// - Returns: False if the moment had passed.
  package func wait(until deadline: Deadline) -> Bool {
    guard deadline != .never else {
      wait()
      return true
    }
    var time = deadline.systemTime
    return pthread_cond_timedwait(condition, mutex, &time) != ETIMEDOUT
  }

  /// Waits until `isSo` returns true, or until a moment; the lock must be held. A thread that changes what `isSo` reads signals.
  ///
  /// - Returns: Whether `isSo` returned true.
  package func wait(until deadline: Deadline, _ isSo: () -> Bool) -> Bool {
    while !isSo() { if !wait(until: deadline) { return isSo() } }
    return true
  }

  package func signal() { pthread_cond_signal(condition) }
  package func broadcast() { pthread_cond_broadcast(condition) }
}
