/// Circumstances of a change.
///
/// Apple: File Provider / `NSFileProviderModifyItemOptions`.
public struct NSFileProviderModifyItemOptions: OptionSet, Sendable {
  /// The bit mask, with Apple's bit numbers.
  public let rawValue: UInt

  /// Makes a set from its bit mask; unknown bits are kept.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The item was found on disk and the provider may have it in this state already.
  public static let mayAlreadyExist = Self(rawValue: 1 << 0)

  /// If the base version is not the provider's, fail with `localVersionConflictingWithServer` and let the system merge.
  public static let failOnConflict = Self(rawValue: 1 << 1)

  /// The program that shows the document asked for this upload not to wait.
  public static let isImmediateUploadRequestByPresentingApplication = Self(rawValue: 1 << 2)
}
