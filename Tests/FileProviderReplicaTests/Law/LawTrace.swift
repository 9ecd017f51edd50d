import Foundation
import Synchronization

/// What happened in a history, in its order, for whoever looks for the cause of a failure.
final class LawTrace: Sendable {
  private let lines = Mutex<[String]>([])
  private let whenNoted: @Sendable (String) -> Void

  /// - Parameter whenNoted: Called with each line, where it happens: as long as it takes, nothing else happens there.
  init(whenNoted: @escaping @Sendable (String) -> Void = { _ in }) { self.whenNoted = whenNoted }

  /// Notes what happens now, with its time in microseconds, as the log of a store has it.
  func note(_ line: @autoclosure () -> String) {
    let line = line()
    lines.withLock { $0.append("\(Int64(Date.now.timeIntervalSince1970 * 1_000_000)) \(line)") }
    whenNoted(line)
  }

  var text: String { lines.withLock { $0.joined(separator: "\n") } }
}
