import FileProviderStore
import LinuxSystem

/// What ends early when the replica stops: calls that wait for a provider, and pauses.
final class InFlight: Sendable {
  private struct State {
    var isStopped = false
    var isDisconnected = false
    var next = 0
    var cancellations: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Monitor(State())

  /// Runs `body`; if the replica stops meanwhile, `cancel` is called, once and from another thread.
  func during<Result>(cancel: @escaping @Sendable () -> Void, _ body: () throws -> Result) throws -> Result {
    let number = try state.withLock { state in
      guard !state.isStopped else { throw ReplicaError.stopped }
      guard !state.isDisconnected else { throw ReplicaError.disconnected }
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

  /// - Throws: When no call may begin.
  func check() throws {
    try state.withLock { state in
      if state.isStopped { throw ReplicaError.stopped }
      if state.isDisconnected { throw ReplicaError.disconnected }
    }
  }

  /// Lets no call begin.
  func disconnect() { state.withLock { $0.isDisconnected = true } }

  /// Lets calls begin again.
  func connect() { state.withLock { $0.isDisconnected = false } }

  /// Waits until no call is under way.
  func waitUntilIdle(until deadline: Deadline) -> Bool {
    state.wait(until: deadline, for: { $0.cancellations.isEmpty ? true : nil }) != nil
  }

  func stop() {
    let cancellations = state.withLock { state in
      state.isStopped = true
      return Array(state.cancellations.values)
    }
    for cancel in cancellations { cancel() }
  }
}
