import Logging

/// A place that messages go to. Apple: os / `OSLog`.
public final class OSLog: Sendable {
  /// `nil` where nothing is written.
  let logger: Logging.Logger?

  /// A place for a part of the program.
  ///
  /// - Parameters:
  ///   - subsystem: The program, in reverse-domain notation.
  ///   - category: Its part.
  public init(subsystem: String, category: String) {
    var logger = Logging.Logger(label: subsystem)
    logger[metadataKey: "category"] = "\(category)"
    self.logger = logger
  }

  init(_ logger: Logging.Logger?) { self.logger = logger }

  /// The program as a whole.
  public static let `default` = OSLog(Logging.Logger(label: "default"))
  /// Nothing is written.
  public static let disabled = OSLog(nil)

  func write(_ type: OSLogType, _ text: @autoclosure () -> String) {
    guard let logger, logger.logLevel <= type.level else { return }
    let text = text()
    logger.log(level: type.level, "\(text)")
    RecentMessages.shared.add(text, type.level, of: logger)
  }

  /// Whether messages of a type are written.
  public func isEnabled(type: OSLogType) -> Bool {
    logger.map { $0.logLevel <= type.level } ?? false
  }
}

/// Writes a message with values in it, after the rules of printf(3), `%@` and `%{public}@`.
public func os_log(
  _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default,
  type: OSLogType = .default,
  _ arguments: any CVarArg...
) {
  log.write(type, FormattedMessage(message.description, arguments).text)
}

/// The same, with the type first.
public func os_log(
  _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ message: StaticString,
  _ arguments: any CVarArg...
) {
  log.write(type, FormattedMessage(message.description, arguments).text)
}

/// The same, with Swift's interpolation.
@_disfavoredOverload
public func os_log(_ type: OSLogType = .default, log: OSLog = .default, _ message: OSLogMessage) {
  log.write(type, message.text)
}
