/// Circumstances of a deletion.
///
/// Apple: File Provider / `NSFileProviderDeleteItemOptions`.
public struct NSFileProviderDeleteItemOptions: OptionSet, Sendable {
  /// The bit mask, with Apple's bit numbers.
  public let rawValue: UInt

  /// Makes a set from its bit mask; unknown bits are kept.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Delete a folder with everything in it. Without it, a folder with children must be refused.
  public static let recursive = Self(rawValue: 1 << 0)
}
