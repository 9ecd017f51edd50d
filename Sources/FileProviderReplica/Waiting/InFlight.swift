import FileProviderStore
import LinuxSystem

/// What ends early when the replica stops: calls that wait for a provider, and pauses.
final class InFlight: Sendable {
  private struct State {
    var isStopped = false
    var next = 0
    var cancellations: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Monitor(State())

  /// Runs `body`; if the replica stops meanwhile, `cancel` is called, once and from another thread.
  func during<Result>(cancel: @escaping @Sendable () -> Void, _ body: () throws -> Result) throws -> Result {
    let number = try state.withLock { state in
      guard !state.isStopped else { throw ReplicaError.stopped }
      state.next += 1
      state.cancellations[state.next] = cancel
      return state.next
    }
    defer { state.withLock { $0.cancellations[number] = nil } }
    return try body()
  }

  /// Waits for a time, or until the replica stops.
  func pause(_ duration: Duration) throws {
    if state.wait(until: .after(duration), for: { $0.isStopped ? true : nil }) != nil { throw ReplicaError.stopped }
  }

  var isStopped: Bool { state.withLock { $0.isStopped } }

  func stop() {
    let cancellations = state.withLock { state in
      state.isStopped = true
      return Array(state.cancellations.values)
    }
    for cancel in cancellations { cancel() }
  }
}
