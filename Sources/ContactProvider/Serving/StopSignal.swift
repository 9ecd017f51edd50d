import Synchronization

/// Whether an extension has to end now, and who waits for that.
package final class StopSignal: Sendable {
  private struct State {
    var isStopped = false
    var waiting: [Waiting] = []
  }

  private let state = Mutex(State())

  package init() {}

  var isStopped: Bool { state.withLock { $0.isStopped } }

  package func stop() {
    let waiting = state.withLock { state in
      state.isStopped = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one.end(.stopped) }
  }

  func add(_ waiting: Waiting) {
    let isStopped = state.withLock { state in
      if !state.isStopped { state.waiting.append(waiting) }
      return state.isStopped
    }
    if isStopped { waiting.end(.stopped) }
  }
}
