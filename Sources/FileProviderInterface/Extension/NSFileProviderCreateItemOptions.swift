/// Circumstances of a creation.
///
/// Apple: File Provider / `NSFileProviderCreateItemOptions`.
public struct NSFileProviderCreateItemOptions: OptionSet, Sendable {
  /// The bit mask, with Apple's bit numbers.
  public let rawValue: UInt

  /// Makes a set from its bit mask; unknown bits are kept.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The item was found on disk and the provider may have it already: it should return its own item if it does.
  ///
  /// Without contents and without a match the provider returns no item.
  public static let mayAlreadyExist = Self(rawValue: 1 << 0)

  /// The item was deleted remotely while it was edited here. The template carries its old identifier and version.
  public static let deletionConflicted = Self(rawValue: 1 << 1)
}
