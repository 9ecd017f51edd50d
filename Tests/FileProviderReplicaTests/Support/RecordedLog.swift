import LinuxSystem
import Logging
import Synchronization

/// A log that is recorded, to see what was logged for the user.
final class RecordedLog: Sendable {
  private let lines = Mutex<[(Logger.Level, String)]>([])
  private let listener = LinuxSystem.Handler<String, Void> { _ in }

  var logger: Logger {
    var logger = Logger(label: "test") { [self] _ in Handler(log: self) }
    logger.logLevel = .trace
    return logger
  }

  /// Tells somebody of each message, before whoever logs it goes on.
  func listen(_ listener: (@Sendable (String) -> Void)?) { self.listener.set(listener ?? { _ in }) }

  /// What was logged at a level.
  func messages(_ level: Logger.Level) -> [String] { lines.withLock { $0.filter { $0.0 == level }.map(\.1) } }

  /// Everything with its metadata.
  var text: String { lines.withLock { $0.map { "\($0.0): \($0.1)" }.joined(separator: "\n") } }

  private struct Handler: LogHandler {
    let log: RecordedLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let values = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      log.lines.withLock { $0.append((event.level, "\(event.message) \(values.joined(separator: " "))")) }
      log.listener("\(event.message)")
    }
  }
}
