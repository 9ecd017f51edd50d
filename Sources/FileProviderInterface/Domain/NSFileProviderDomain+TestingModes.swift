extension NSFileProviderDomain {
  /// What a domain offers to tests.
  ///
  /// Apple: File Provider / `NSFileProviderDomain.TestingModes`.
  public struct TestingModes: OptionSet, Sendable {
    /// The bit mask, with Apple's bit numbers.
    public let rawValue: UInt

    /// Makes a set from its bit mask; unknown bits are kept.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// The user cannot switch the domain off.
    public static let alwaysEnabled = Self(rawValue: 1 << 0)

    /// The system does nothing on its own: a test runs each step. Without effect here, see
    /// ``NSFileProviderManager/listAvailableTestingOperations()``.
    public static let interactive = Self(rawValue: 1 << 1)
  }
}
