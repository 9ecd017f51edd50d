import Dispatch
import Synchronization

/// Waits for a method of an extension, which may never return.
final class Waiting: Sendable {
  enum End: Sendable {
    case returned, timedOut, stopped
  }

  private enum State {
    case begun
    case waiting(CheckedContinuation<End, Never>)
    case ended(End)
  }

  private let state = Mutex(State.begun)

  /// Calls a method, and waits until it returns, its time is over, or the extension has to end. The method goes on then, and nobody waits for it.
  static func call(
    within limit: Duration, until signal: StopSignal?, _ method: @escaping @Sendable () async -> Void
  ) async -> End {
    let waiting = Waiting()
    signal?.add(waiting)
    Task {
      await method()
      waiting.end(.returned)
    }
    // Not a task: a method that is not `async` may keep all of their threads.
    let (seconds, attoseconds) = limit.components
    DispatchQueue.global().asyncAfter(deadline: .now() + Double(seconds) + Double(attoseconds) / 1e18) {
      waiting.end(.timedOut)
    }
    return await waiting.value()
  }

  private func value() async -> End {
    await withCheckedContinuation { continuation in
      let ended = state.withLock { state -> End? in
        if case .ended(let end) = state { return end }
        state = .waiting(continuation)
        return nil
      }
      if let ended { continuation.resume(returning: ended) }
    }
  }

  func end(_ end: End) {
    let continuation = state.withLock { state -> CheckedContinuation<End, Never>? in
      switch state {
      case .ended: return nil
      case .begun:
        state = .ended(end)
        return nil
      case .waiting(let continuation):
        state = .ended(end)
        return continuation
      }
    }
    continuation?.resume(returning: end)
  }
}
