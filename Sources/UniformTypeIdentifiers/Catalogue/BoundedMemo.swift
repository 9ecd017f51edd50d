import Synchronization

/// Remembers results, up to a number of them, so that input from outside cannot fill the memory.
///
/// When it is full it forgets everything: the next results are worked out again, which is cheaper than keeping score.
final class BoundedMemo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    var results: [Key: Value] = [:]
    /// How often everything became invalid. A result that was begun before does not count any more.
    var era = 0
  }

  private let state = Mutex(State())
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The result for `key`, worked out by `make` unless it is remembered. `make` runs outside the lock.
  func value(for key: Key, make: () -> Value) -> Value {
    let (known, era) = state.withLock { ($0.results[key], $0.era) }
    if let known { return known }
    let value = make()
    state.withLock { state in
      guard state.era == era else { return }
      if state.results.count >= capacity { state.results.removeAll(keepingCapacity: true) }
      state.results[key] = value
    }
    return value
  }

  /// Forgets everything, because what the results depend on has changed.
  func invalidate() {
    state.withLock { state in
      state.results.removeAll(keepingCapacity: true)
      state.era += 1
    }
  }
}
