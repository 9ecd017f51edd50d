/// What the system may conclude from a file with a part of a document's contents.
///
/// Apple: File Provider / `NSFileProviderMaterializationFlags`.
public struct NSFileProviderMaterializationFlags: OptionSet, Sendable {
  /// The bit mask, with Apple's bit numbers.
  public let rawValue: UInt

  /// Makes a set from its bit mask; unknown bits are kept.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Holes in the file outside the delivered range are holes of the document and need not be fetched.
  public static let knownSparseRanges = Self(rawValue: 1 << 0)
}
