import Logging

/// How much a message matters. Apple: os / `OSLogType`.
public struct OSLogType: RawRepresentable, Equatable, Sendable {
  /// Apple's number.
  public let rawValue: UInt8

  /// A type by Apple's number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// A type by Apple's number.
  public init(_ rawValue: UInt8) { self.rawValue = rawValue }

  /// What a person may want to know; `notice` in the log.
  public static let `default` = Self(0x00)
  /// What may help.
  public static let info = Self(0x01)
  /// What helps whoever works on the code.
  public static let debug = Self(0x02)
  /// What went wrong.
  public static let error = Self(0x10)
  /// What cannot be if the code is right; `critical` in the log.
  public static let fault = Self(0x11)

  var level: Logging.Logger.Level {
    switch self {
    case .debug: .debug
    case .info: .info
    case .error: .error
    case .fault: .critical
    default: .notice
    }
  }
}
