/// How strictly a version is meant when contents are fetched.
///
/// Apple: File Provider / `NSFileProviderFetchContentsOptions`.
public struct NSFileProviderFetchContentsOptions: OptionSet, Sendable {
  /// The bit mask, with Apple's bit numbers.
  public let rawValue: UInt

  /// Makes a set from its bit mask; unknown bits are kept.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Only the version asked for will do; without it, fail with `versionNoLongerAvailable`.
  public static let strictVersioning = Self(rawValue: 1 << 0)
}
