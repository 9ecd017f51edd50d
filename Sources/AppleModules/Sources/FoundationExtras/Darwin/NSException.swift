/// The name of an exception.
public struct NSExceptionName: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// A name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A name.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// No more exact name.
  public static let genericException = NSExceptionName("NSGenericException")
  /// An argument makes no sense.
  public static let invalidArgumentException = NSExceptionName("NSInvalidArgumentException")
  /// Something is not as it has to be.
  public static let internalInconsistencyException = NSExceptionName("NSInternalInconsistencyException")
  /// An index is outside.
  public static let rangeException = NSExceptionName("NSRangeException")
}

/// An exception of Objective-C, which no Swift code can catch: the process ends, as it does on macOS.
open class NSException: NSObject {
  /// Its name.
  public let name: NSExceptionName
  /// What happened.
  public let reason: String?
  /// More of it.
  public let userInfo: [AnyHashable: Any]?

  /// An exception, which is not raised yet.
  public init(name: NSExceptionName, reason: String?, userInfo: [AnyHashable: Any]? = nil) {
    self.name = name
    self.reason = reason
    self.userInfo = userInfo
    super.init()
  }

  /// Ends the process, with the name and the reason in its last words.
  public func raise() { fatalError(description) }

  open override var description: String { name.rawValue + ": " + (reason ?? "no reason given") }
}
