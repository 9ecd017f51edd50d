import Synchronization

/// What happened in a history, in its order, for whoever looks for the cause of a failure.
final class LawTrace: Sendable {
  private let lines = Mutex<[String]>([])

  func note(_ line: @autoclosure () -> String) { lines.withLock { [line = line()] in $0.append(line) } }

  var text: String { lines.withLock { $0.joined(separator: "\n") } }
}
