/// Why domains cannot be stored on a disk. Apple: File Provider / `NSFileProviderVolumeUnsupportedReason`.
public struct NSFileProviderVolumeUnsupportedReason: OptionSet, Sendable {
  /// The bit mask, with Apple's bit numbers.
  public let rawValue: UInt

  /// Makes a set from its bit mask; unknown bits are kept.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Nobody knows.
  public static let unknown = Self(rawValue: 1 << 0)
  /// It is not APFS. Never given here.
  public static let nonAPFS = Self(rawValue: 1 << 1)
  /// It is not encrypted. Never given here.
  public static let nonEncrypted = Self(rawValue: 1 << 2)
  /// Nothing can be written to it.
  public static let readOnly = Self(rawValue: 1 << 3)
  /// It is on another machine. Never given here.
  public static let network = Self(rawValue: 1 << 4)
  /// It is in quarantine. Never given here.
  public static let quarantined = Self(rawValue: 1 << 5)
}
