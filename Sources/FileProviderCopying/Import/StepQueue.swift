import LinuxSystem

/// Hands steps from the walker to the writer in chunks, a few at a time: the walker is never far ahead, so memory stays bounded.
final class StepQueue: Sendable {
  private struct State {
    var chunks: [[ImportStep]] = []
    var isClosed = false
    var isAbandoned = false
  }

  private let state = Monitor(State())

  /// The most chunks that wait.
  private static let capacity = 8
  static let chunkSize = 256

  /// Appends a chunk; waits while there are too many.
  ///
  /// - Returns: Whether the writer is still there.
  func push(_ chunk: [ImportStep]) -> Bool {
    state.wait { state in
      if state.isAbandoned { return false }
      guard state.chunks.count < Self.capacity else { return nil }
      state.chunks.append(chunk)
      return true
    }
  }

  /// Takes the next chunk; waits for one.
  ///
  /// - Returns: `nil` at the end.
  func pop() -> [ImportStep]? {
    state.wait { state -> [ImportStep]?? in
      if !state.chunks.isEmpty { return .some(state.chunks.removeFirst()) }
      return state.isClosed ? .some(nil) : nil
    }
  }

  /// The walker has no more.
  func close() { state.withLock { $0.isClosed = true } }

  /// Notes that the writer takes no more.
  ///
  /// - Returns: The steps that are left.
  func abandon() -> [ImportStep] {
    state.withLock { state in
      state.isAbandoned = true
      defer { state.chunks = [] }
      return state.chunks.flatMap { $0 }
    }
  }
}
