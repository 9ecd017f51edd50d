import Glibc

/// A value behind a lock, and threads that wait for it to become something.
///
/// Everything that waits in a replica is a thread of its own or a thread of the kernel edge, waiting here with a
/// deadline; never a task of Swift's pool, which has as many threads as the machine has cores.
final class Monitor<State>: @unchecked Sendable {
  // Sendable: `state` is touched under the lock only, and the lock never moves.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  init(_ state: sending State) {
    self.state = state
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Changes the state, and lets everybody who waits look at it. `body` neither blocks nor calls back.
  func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return try body(&state)
  }

  /// Waits until `body` finds in the state what it looks for.
  ///
  /// - Returns: What `body` found, or `nil` when the deadline passed first.
  func wait<Result>(until deadline: Deadline, for body: (inout State) -> Result?) -> Result? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) {
        pthread_cond_broadcast(condition)
        return result
      }
      if deadline == .never {
        pthread_cond_wait(condition, mutex)
      } else {
        var time = deadline.systemTime
        if pthread_cond_timedwait(condition, mutex, &time) == ETIMEDOUT { return body(&state) }
      }
    }
  }
}
