/// A token of a provider with a type of its own, which is an `NSData` wherever an object is wanted.
public protocol _NSFileProviderToken: RawRepresentable<Data>, Hashable, Sendable, _ObjectiveCBridgeable
where _ObjectiveCType == NSData {
  /// Wraps bytes.
  init(_ rawValue: Data)
}

extension _NSFileProviderToken {
  /// The token as an object, for `as NSData`.
  public func _bridgeToObjectiveC() -> NSData {
    rawValue as NSData
  }

  /// The object as a token, for `as!`.
  public static func _forceBridgeFromObjectiveC(_ source: NSData, result: inout Self?) {
    result = Self(source as Data)
  }

  /// The object as a token, for `as?`. Any bytes make one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSData, result: inout Self?) -> Bool {
    result = Self(source as Data)
    return true
  }

  /// The object as a token, for `as`; no object is an empty token.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSData?) -> Self {
    Self(source.map { $0 as Data } ?? Data())
  }
}
