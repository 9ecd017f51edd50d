/// What a user may do with an item.
///
/// Capabilities belong to one item and are not inherited. Two pairs share a bit: what is reading for a document is
/// listing for a folder, and what is writing for a document is adding children for a folder.
///
/// Apple: File Provider / `NSFileProviderItemCapabilities`.
public struct NSFileProviderItemCapabilities: OptionSet, Sendable {
  /// The bit mask, with Apple's bit numbers.
  public let rawValue: UInt

  /// Makes a set from its bit mask; unknown bits are kept.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The document's contents can be read.
  public static let allowsReading = Self(rawValue: 1 << 0)
  /// The document's contents can be replaced.
  public static let allowsWriting = Self(rawValue: 1 << 1)
  /// The item can be moved to another parent.
  public static let allowsReparenting = Self(rawValue: 1 << 2)
  /// The item can be given another name.
  public static let allowsRenaming = Self(rawValue: 1 << 3)
  /// The item can be moved to the trash.
  public static let allowsTrashing = Self(rawValue: 1 << 4)
  /// The item can be deleted for good.
  public static let allowsDeleting = Self(rawValue: 1 << 5)
  /// The local copy of the contents can be given up to save space.
  public static let allowsEvicting = Self(rawValue: 1 << 6)
  /// The item can be kept on this machine only.
  public static let allowsExcludingFromSync = Self(rawValue: 1 << 7)

  /// The folder can be given new children. The same bit as ``allowsWriting``.
  public static let allowsAddingSubItems = Self.allowsWriting
  /// The folder can be listed. The same bit as ``allowsReading``.
  public static let allowsContentEnumerating = Self.allowsReading

  /// Reading, writing, reparenting, renaming, trashing and deleting: raw value 63. Eviction and exclusion are not in it.
  public static let allowsAll: Self = [
    .allowsReading, .allowsWriting, .allowsReparenting, .allowsRenaming, .allowsTrashing, .allowsDeleting,
  ]
}
