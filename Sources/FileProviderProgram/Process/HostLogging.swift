import LinuxSystem
package import Logging

/// Logs to standard error. Quiet by default, so that only the command's own output appears.
package enum HostLogging {
  private static let isBootstrapped: Bool = {
    LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
    return true
  }()

  package static func logger(_ label: String, isVerbose: Bool) -> Logger {
    let wanted = Environment.value("FILEPROVIDER_LOG").flatMap { Logger.Level(rawValue: $0) }
    return logger(label, level: wanted ?? (isVerbose ? .debug : .notice))
  }

  package static func logger(_ label: String, level: Logger.Level) -> Logger {
    precondition(isBootstrapped)
    var logger = Logger(label: "org.openfileprovider.\(label)")
    logger.logLevel = level
    return logger
  }
}
