/// The owner's permissions and the visibility of an item on disk.
///
/// Apple: File Provider / `NSFileProviderFileSystemFlags`.
public struct NSFileProviderFileSystemFlags: OptionSet, Sendable {
  /// The bit mask, with Apple's bit numbers.
  public let rawValue: UInt

  /// Makes a set from its bit mask; unknown bits are kept.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The owner may execute the document or enter the folder (`u+x`).
  public static let userExecutable = Self(rawValue: 1 << 0)
  /// The owner may read (`u+r`).
  public static let userReadable = Self(rawValue: 1 << 1)
  /// The owner may write (`u+w`).
  public static let userWritable = Self(rawValue: 1 << 2)
  /// File managers leave the item out unless asked.
  public static let hidden = Self(rawValue: 1 << 3)
  /// File managers show the name without its extension.
  public static let pathExtensionHidden = Self(rawValue: 1 << 4)
}
