import Logging
package import Foundation

/// A message that was written.
package struct RecentMessage: Sendable {
  package let date: Date
  package let subsystem: String
  package let category: String
  package let type: OSLogType
  package let text: String
}

/// The last messages of this process, for `OSLogStore`.
package final class RecentMessages: @unchecked Sendable {
  // Sendable because `lock` guards the list.
  package static let shared = RecentMessages()
  private static let limit = 2000
  private let lock = NSLock()
  private var list: [RecentMessage] = []

  /// The messages, the oldest first.
  package var all: [RecentMessage] { lock.withLock { list } }

  func add(_ text: String, _ level: Logging.Logger.Level, of logger: Logging.Logger) {
    let message = RecentMessage(
      date: Date(), subsystem: logger.label, category: logger[metadataKey: "category"].map { "\($0)" } ?? "",
      type: OSLogType(level), text: text)
    lock.withLock {
      // A quarter at a time: each removal moves all that is left.
      if list.count >= Self.limit { list.removeFirst(Self.limit / 4) }
      list.append(message)
    }
  }
}

extension OSLogType {
  /// The type that stands for a level: a warning is an error, as on Apple's systems.
  fileprivate init(_ level: Logging.Logger.Level) {
    switch level {
    case .trace, .debug: self = .debug
    case .info: self = .info
    case .notice: self = .default
    case .warning, .error: self = .error
    case .critical: self = .fault
    }
  }
}
