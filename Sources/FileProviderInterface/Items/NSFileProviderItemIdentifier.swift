/// The name by which a provider and the system agree on one item.
///
/// A provider chooses identifiers freely; they must be unique in a domain, never be reused for another item, and survive
/// a rename or a move. Three values are reserved for containers that every domain has.
///
/// Apple: File Provider / `NSFileProviderItemIdentifier`.
public struct NSFileProviderItemIdentifier: _NSFileProviderString {
  /// The provider's own string, stored and compared byte for byte.
  public let rawValue: String

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
  /// The top folder of a domain. Its items are the first thing a user sees.
  public static let rootContainer = Self("NSFileProviderRootContainerItemIdentifier")

  /// The container that collects the items whose changes the system must hear of, wherever they live in the tree.
  ///
  /// An item listed here keeps its real parent; this value is never an item's parent.
  public static let workingSet = Self("NSFileProviderWorkingSetContainerItemIdentifier")

  /// The container of items that were thrown away and can be restored. An item is in the trash when this is its parent.
  public static let trashContainer = Self("NSFileProviderTrashContainerItemIdentifier")
}
