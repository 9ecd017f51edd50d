/// The parts of an item that a call speaks about.
///
/// A change names the fields that differ; an answer names those that are still pending on the provider's side.
///
/// Apple: File Provider / `NSFileProviderItemFields`.
public struct NSFileProviderItemFields: OptionSet, Sendable {
  /// The bit mask, with Apple's bit numbers.
  public let rawValue: UInt

  /// Makes a set from its bit mask; unknown bits are kept.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The bytes of a document.
  public static let contents = Self(rawValue: 1 << 0)
  /// The name within the parent.
  public static let filename = Self(rawValue: 1 << 1)
  /// The parent, which is how a move, a deletion to the trash and a restore appear.
  public static let parentItemIdentifier = Self(rawValue: 1 << 2)
  /// When the user last used the item.
  public static let lastUsedDate = Self(rawValue: 1 << 3)
  /// The user's tags.
  public static let tagData = Self(rawValue: 1 << 4)
  /// The position among the user's favourites.
  public static let favoriteRank = Self(rawValue: 1 << 5)
  /// When the item came into being.
  public static let creationDate = Self(rawValue: 1 << 6)
  /// When the contents last changed.
  public static let contentModificationDate = Self(rawValue: 1 << 7)
  /// Permissions of the owner and visibility.
  public static let fileSystemFlags = Self(rawValue: 1 << 8)
  /// The extended attributes that are synchronized.
  public static let extendedAttributes = Self(rawValue: 1 << 9)
  /// The classic type and creator codes, as one field.
  public static let typeAndCreator = Self(rawValue: 1 << 10)
}
