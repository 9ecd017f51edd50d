/// A value behind a lock, and threads that wait for it to become something.
///
/// Only threads that may block wait here, each with a deadline; never a task of Swift's pool, which has as many threads as
/// the machine has cores.
package final class Monitor<State>: @unchecked Sendable {
  // Sendable: `state` is touched under the lock only.
  private let condition = Condition()
  private var state: State

  package init(_ state: sending State) { self.state = state }

  /// Changes the state, and lets all waiting threads look at it. `body` neither blocks nor calls back.
  package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try condition.withLock {
      defer { condition.broadcast() }
      return try body(&state)
    }
  }

  /// Looks at the state without waking anybody.
  package func read<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    try condition.withLock { try body(state) }
  }

  /// Waits until `body` finds in the state what it looks for.
  ///
  /// - Returns: What `body` found, or `nil` when the deadline passed first.
  package func wait<Result>(until deadline: Deadline, for body: (inout State) -> Result?) -> Result? {
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

  /// Waits until `body` finds in the state what it looks for, however long that takes.
  package func wait<Result>(for body: (inout State) -> Result?) -> Result {
    condition.withLock {
      while true {
        if let result = body(&state) {
          condition.broadcast()
          return result
        }
        condition.wait()
      }
    }
  }
}
