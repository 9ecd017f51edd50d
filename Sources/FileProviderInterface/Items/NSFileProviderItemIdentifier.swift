/// The name by which a provider and the system agree on one item.
///
/// A provider chooses identifiers freely; they must be unique in a domain, never be reused for another item, and survive
/// a rename or a move. Three values are reserved for containers that every domain has.
///
/// Apple: File Provider / `NSFileProviderItemIdentifier`.
public struct NSFileProviderItemIdentifier: RawRepresentable, Hashable, Sendable {
  /// The provider's own string, stored and compared byte for byte.
  public var rawValue: String

  /// Wraps a provider's string.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Wraps a provider's string.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

extension NSFileProviderItemIdentifier {
  /// The top folder of a domain. Its items are the first thing a person sees.
  public static let rootContainer = Self("NSFileProviderRootContainerItemIdentifier")

  /// The container that collects the items whose changes the system must hear of, wherever they live in the tree.
  ///
  /// An item listed here keeps its real parent; this value is never an item's parent.
  public static let workingSet = Self("NSFileProviderWorkingSetContainerItemIdentifier")

  /// The container of items that were thrown away and can be restored. An item is in the trash when this is its parent.
  public static let trashContainer = Self("NSFileProviderTrashContainerItemIdentifier")
}

// Identifiers travel as strings in the `userInfo` of errors; with this, `as? NSFileProviderItemIdentifier` reads them.
extension NSFileProviderItemIdentifier: _ObjectiveCBridgeable {
  /// The identifier as an object, for `as NSString`.
  public func _bridgeToObjectiveC() -> NSString {
    rawValue as NSString
  }

  /// The object as an identifier, for `as!`.
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout NSFileProviderItemIdentifier?) {
    result = NSFileProviderItemIdentifier(source as String)
  }

  /// The object as an identifier, for `as?`. Any string makes an identifier.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSString, result: inout NSFileProviderItemIdentifier?
  ) -> Bool {
    result = NSFileProviderItemIdentifier(source as String)
    return true
  }

  /// The object as an identifier, for `as`; no object is an empty identifier.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> NSFileProviderItemIdentifier {
    NSFileProviderItemIdentifier(source.map { $0 as String } ?? "")
  }
}
