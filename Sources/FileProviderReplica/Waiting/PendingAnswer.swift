import FileProviderStore
import LinuxSystem

/// The answer of a provider that one thread waits for.
///
/// The first answer counts. A later one, or one that comes after the thread has given up, returns false and changes
/// nothing.
final class PendingAnswer<Value: Sendable>: Sendable {
  private enum Stage {
    case open
    case answered(Result<Value, any Error>)
    case closed
  }

  private let stage = Monitor(Stage.open)

  /// - Returns: Whether this is the answer; false when there was one already, or no thread waits any more.
  @discardableResult
  func answer(_ result: Result<Value, any Error>) -> Bool {
    stage.withLock { stage in
      guard case .open = stage else { return false }
      stage = .answered(result)
      return true
    }
  }

  /// Waits for the answer.
  ///
  /// - Returns: `nil` when the deadline passed first; a later answer still counts.
  func wait(until deadline: Deadline) -> Result<Value, any Error>? {
    stage.wait(until: deadline) { stage in
      guard case .answered(let result) = stage else { return nil }
      return result
    }
  }

  /// Waits for the answer, however long that takes.
  func wait() -> Result<Value, any Error> {
    stage.wait { stage in
      guard case .answered(let result) = stage else { return nil }
      return result
    }
  }

  /// Gives up, unless the answer has just come.
  func close() -> Result<Value, any Error>? {
    stage.withLock { stage in
      guard case .answered(let result) = stage else {
        stage = .closed
        return nil
      }
      return result
    }
  }
}
