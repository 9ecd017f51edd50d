import Logging

/// Writes messages to where swift-log writes them. Apple: os / `Logger`.
///
/// The label is the subsystem, the category is metadata. Where messages go and how much is written is what the program has set up with
/// `LoggingSystem`; standard error unless it has.
public struct Logger: @unchecked Sendable {
  // Sendable: a logger of swift-log is a value, which is never changed here.
  private let logger: Logging.Logger?

  /// A logger for the program as a whole.
  public init() { self.init(OSLog.default) }

  /// A logger for a part of the program.
  ///
  /// - Parameters:
  ///   - subsystem: The program, in reverse-domain notation.
  ///   - category: Its part.
  public init(subsystem: String, category: String) {
    self.init(OSLog(subsystem: subsystem, category: category))
  }

  /// A logger that writes where `os_log` does.
  public init(_ logObj: OSLog) { logger = logObj.logger }

  /// Writes a message that a person may want to know.
  public func log(_ message: OSLogMessage) { write(.notice, message) }
  /// Writes a message.
  public func log(level: OSLogType, _ message: OSLogMessage) { write(level.level, message) }
  /// Writes what helps whoever works on the code.
  public func trace(_ message: OSLogMessage) { write(.trace, message) }
  /// Writes what helps whoever works on the code.
  public func debug(_ message: OSLogMessage) { write(.debug, message) }
  /// Writes what may help.
  public func info(_ message: OSLogMessage) { write(.info, message) }
  /// Writes what a person may want to know.
  public func notice(_ message: OSLogMessage) { write(.notice, message) }
  /// Writes what is not as it should be.
  public func warning(_ message: OSLogMessage) { write(.warning, message) }
  /// Writes what went wrong.
  public func error(_ message: OSLogMessage) { write(.error, message) }
  /// Writes what went wrong badly.
  public func critical(_ message: OSLogMessage) { write(.critical, message) }
  /// Writes what cannot be if the code is right.
  public func fault(_ message: OSLogMessage) { write(.critical, message) }

  private func write(_ level: Logging.Logger.Level, _ message: OSLogMessage) {
    guard let logger, logger.logLevel <= level else { return }
    logger.log(level: level, "\(message.text)")
    RecentMessages.shared.add(message.text, level, of: logger)
  }
}
