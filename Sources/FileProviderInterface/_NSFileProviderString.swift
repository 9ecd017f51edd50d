/// A string of the contract with a type of its own, which is an `NSString` wherever an object is wanted.
public protocol _NSFileProviderString: RawRepresentable<String>, Hashable, Sendable, _ObjectiveCBridgeable
where _ObjectiveCType == NSString {
  /// Wraps a string.
  init(_ rawValue: String)
}

extension _NSFileProviderString {
  /// The value as an object, for `as NSString`.
  public func _bridgeToObjectiveC() -> NSString {
    rawValue as NSString
  }

  /// The object as a value, for `as!`.
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout Self?) {
    result = Self(source as String)
  }

  /// The object as a value, for `as?`. Any string makes one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout Self?) -> Bool {
    result = Self(source as String)
    return true
  }

  /// The object as a value, for `as`; no object is an empty string.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Self {
    Self(source.map { $0 as String } ?? "")
  }
}
