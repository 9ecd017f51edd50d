public import Foundation

/// The domain of ``CNError`` as an `NSError`.
public let CNErrorDomain = "CNErrorDomain"
/// The records that an error is about, in its `userInfo`.
public let CNErrorUserInfoAffectedRecordsKey = "CNErrorUserInfoAffectedRecordsKey"
/// The identifiers of the records that an error is about, in its `userInfo`.
public let CNErrorUserInfoAffectedRecordIdentifiersKey = "CNErrorUserInfoAffectedRecordIdentifiersKey"
/// The errors of single values, in the `userInfo` of an error about several.
public let CNErrorUserInfoValidationErrorsKey = "CNErrorUserInfoValidationErrorsKey"
/// The keys of the properties that an error is about, in its `userInfo`.
public let CNErrorUserInfoKeyPathsKey = "CNErrorUserInfoKeyPathsKey"

/// Why contacts could not be read or written.
///
/// The struct and an `NSError` of the same domain and code are two views of one value: cast with `as NSError` and `as? CNError`.
public struct CNError: _BridgedStoredNSError, @unchecked Sendable {
  // Sendable because NSError is immutable; what callers put in `userInfo` is theirs to answer for.
  /// The stored `NSError`.
  public let _nsError: NSError

  /// Wraps an error of this domain; of another domain is a programming mistake.
  public init(_nsError error: NSError) {
    precondition(error.domain == CNErrorDomain, "not an error of contacts")
    _nsError = error
  }

  /// The domain of the `NSError`.
  public static var errorDomain: String { CNErrorDomain }

  /// The domain of the `NSError`, as Foundation asks for it.
  public static var _nsErrorDomain: String { CNErrorDomain }

  /// The records that the error is about.
  public var affectedRecords: [AnyObject]? { _nsError.userInfo[CNErrorUserInfoAffectedRecordsKey] as? [AnyObject] }

  /// The identifiers of the records that the error is about.
  public var affectedRecordIdentifiers: [String]? {
    _nsError.userInfo[CNErrorUserInfoAffectedRecordIdentifiersKey] as? [String]
  }

  /// The keys of the properties that the error is about.
  public var keyPaths: [String]? { _nsError.userInfo[CNErrorUserInfoKeyPathsKey] as? [String] }

  /// The errors of single values.
  public var validationErrors: [any Error]? { _nsError.userInfo[CNErrorUserInfoValidationErrorsKey] as? [any Error] }
}

// `as? CNError` from an `NSError` that some other code made.
extension CNError: _ObjectiveCBridgeable {
  /// The error as an object, for `as NSError`.
  public func _bridgeToObjectiveC() -> NSError { _nsError }

  /// The object as an error, for `as!`.
  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout CNError?) {
    result = CNError(_nsError: source)
  }

  /// The object as an error, for `as?`: of this domain, and with a code that is known.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout CNError?) -> Bool {
    guard source.domain == CNErrorDomain, Code(rawValue: source.code) != nil else { return false }
    result = CNError(_nsError: source)
    return true
  }

  /// The object as an error; there must be one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> CNError {
    guard let source else { preconditionFailure("no error to bridge") }
    return CNError(_nsError: source)
  }
}
