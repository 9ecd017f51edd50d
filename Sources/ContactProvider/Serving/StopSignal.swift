import LinuxSystem

/// Calls methods of an extension, one after the other, and waits for them until it has to end.
///
/// A method may never return, and one that is not `async` keeps a thread of Swift's pool. So nothing here needs that pool but the methods: the caller's
/// thread waits, which is none of the pool.
package final class StopSignal: Sendable {
  enum End: Sendable {
    case returned, timedOut, stopped
  }

  private struct State {
    var isStopped = false
    /// The number of the last call.
    var called = 0
    /// The number of the last call that has returned.
    var returned = 0
  }

  private let state = Monitor(State())

  package init() {}

  package func stop() { state.withLock { $0.isStopped = true } }

  /// Calls a method, and waits until it returns, its time is over, or the extension has to end. The method goes on then, and nobody waits for it.
  func call(within limit: Duration, _ method: @escaping @Sendable () async -> Void) -> End {
    let number = state.withLock { state in
      state.called += 1
      return state.called
    }
    Task { [state] in
      await method()
      state.withLock { $0.returned = max($0.returned, number) }
    }
    let end = state.wait(until: .after(limit)) { state -> End? in
      if state.isStopped { return .stopped }
      return state.returned == number ? .returned : nil
    }
    return end ?? .timedOut
  }
}
