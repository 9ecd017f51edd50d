/// The domain of ``NSFileProviderError`` as an `NSError`.
public let NSFileProviderErrorDomain = "NSFileProviderErrorDomain"

/// What a provider answers when it cannot do what it was asked, and what the system answers to callers of
/// `NSFileProviderManager`.
///
/// The struct and an `NSError` of the same domain and code are two views of one value: cast with `as NSError` and
/// `as? NSFileProviderError`. A nested ``Code`` matches both in a `catch`.
///
/// Apple: File Provider / `NSFileProviderError`.
public struct NSFileProviderError: _BridgedStoredNSError, @unchecked Sendable {
  // Sendable because NSError is immutable; what callers put in `userInfo` is theirs to answer for.
  /// The stored `NSError`.
  public let _nsError: NSError

  /// Wraps an error of this domain; of another domain is a programming mistake.
  public init(_nsError error: NSError) {
    precondition(error.domain == NSFileProviderErrorDomain, "not a file provider error")
    _nsError = error
  }

  /// The domain of the `NSError`.
  public static var errorDomain: String { NSFileProviderErrorDomain }

  /// The domain of the `NSError`, as Foundation asks for it.
  public static var _nsErrorDomain: String { NSFileProviderErrorDomain }
}

// `as? NSFileProviderError` from an `NSError` that some other code made.
extension NSFileProviderError: _ObjectiveCBridgeable {
  /// The error as an object, for `as NSError`.
  public func _bridgeToObjectiveC() -> NSError { _nsError }

  /// The object as an error, for `as!`.
  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout NSFileProviderError?) {
    result = NSFileProviderError(_nsError: source)
  }

  /// The object as an error, for `as?`: of this domain, and with a code that is known.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSError, result: inout NSFileProviderError?
  ) -> Bool {
    guard source.domain == NSFileProviderErrorDomain, Code(rawValue: source.code) != nil else { return false }
    result = NSFileProviderError(_nsError: source)
    return true
  }

  /// The object as an error; there must be one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> NSFileProviderError {
    guard let source else { preconditionFailure("no error to bridge") }
    return NSFileProviderError(_nsError: source)
  }
}
