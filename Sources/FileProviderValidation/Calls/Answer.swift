import Foundation
import Synchronization

/// An answer that arrives on any thread, or never.
final class Answer<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let semaphore = DispatchSemaphore(value: 0)

  /// - Returns: Whether it is the first one.
  func give(_ new: Value) -> Bool {
    let isFirst = value.withLock { value in
      guard value == nil else { return false }
      value = new
      return true
    }
    if isFirst { semaphore.signal() }
    return isFirst
  }

  /// Waits for the answer.
  ///
  /// - Returns: `nil` when none arrived within the given seconds.
  /// - Throws: ``Interrupted`` when the check is to end.
  func wait(seconds: Double, isInterrupted: () -> Bool) throws -> Value? {
    let end = DispatchTime.now() + seconds
    while true {
      let step = min(end, DispatchTime.now() + 0.05)
      if semaphore.wait(timeout: step) == .success { return value.withLock { $0 } }
      if isInterrupted() { throw Interrupted() }
      if DispatchTime.now() >= end { return value.withLock { $0 } }
    }
  }
}
