/// Where a listing continues: the provider's own token, handed back unread by the system.
///
/// A token is limited to `maximumLength` bytes; a longer one ends the enumeration.
///
/// Apple: File Provider / `NSFileProviderPage`.
public struct NSFileProviderPage: RawRepresentable, Hashable, Sendable {
  /// The longest token the system accepts, in bytes.
  package static let maximumLength = 500

  /// The provider's bytes.
  public var rawValue: Data

  /// Wraps a provider's bytes.
  public init(rawValue: Data) {
    self.rawValue = rawValue
  }

  /// Wraps a provider's bytes.
  public init(_ rawValue: Data) {
    self.rawValue = rawValue
  }
}

extension NSFileProviderPage {
  /// The page with which a listing sorted by name begins, as bytes.
  ///
  /// Write `as NSFileProviderPage` or `as Data` to use it. Compare it, never interpret it.
  public static var initialPageSortedByName: NSData {
    Data("NSFileProviderInitialPageSortedByName".utf8) as NSData
  }

  /// The page with which a listing sorted by date begins, as bytes.
  ///
  /// Write `as NSFileProviderPage` or `as Data` to use it. Compare it, never interpret it.
  public static var initialPageSortedByDate: NSData {
    Data("NSFileProviderInitialPageSortedByDate".utf8) as NSData
  }
}

// `initialPageSortedByName as NSFileProviderPage` is a bridging cast, which needs this conformance.
extension NSFileProviderPage: _ObjectiveCBridgeable {
  /// The page as an object, for `as NSData`.
  public func _bridgeToObjectiveC() -> NSData {
    rawValue as NSData
  }

  /// The object as a page, for `as! NSFileProviderPage`.
  public static func _forceBridgeFromObjectiveC(_ source: NSData, result: inout NSFileProviderPage?) {
    result = NSFileProviderPage(source as Data)
  }

  /// The object as a page, for `as? NSFileProviderPage`. Any bytes make a page.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSData, result: inout NSFileProviderPage?
  ) -> Bool {
    result = NSFileProviderPage(source as Data)
    return true
  }

  /// The object as a page, for `as NSFileProviderPage`; no object is an empty page.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSData?) -> NSFileProviderPage {
    NSFileProviderPage(source.map { $0 as Data } ?? Data())
  }
}
