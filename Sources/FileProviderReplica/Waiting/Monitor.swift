import FileProviderStore

/// A value behind a lock, and threads that wait until it meets a condition.
///
/// Everything that waits in a replica is a thread of its own or a thread of the file system, waiting here with a
/// deadline; never a task of Swift's pool, which has as many threads as the machine has cores.
final class Monitor<State>: @unchecked Sendable {
  // Sendable: `state` is touched under the lock only.
  private let condition = Condition()
  private var state: State

  init(_ state: sending State) { self.state = state }

  /// Changes the state, and wakes all threads that wait. `body` neither blocks nor calls back.
  func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try condition.withLock {
      defer { condition.broadcast() }
      return try body(&state)
    }
  }

  /// Waits until `body` finds what it searches for in the state.
  ///
  /// - Returns: What `body` found, or `nil` when the deadline passed first.
  func wait<Result>(until deadline: Deadline, for body: (inout State) -> Result?) -> Result? {
    condition.withLock {
      while true {
        if let result = body(&state) {
          condition.broadcast()
          return result
        }
        if !condition.wait(until: deadline) { return body(&state) }
      }
    }
  }
}
