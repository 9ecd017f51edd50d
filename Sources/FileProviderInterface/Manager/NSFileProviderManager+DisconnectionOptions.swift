extension NSFileProviderManager {
  /// How a domain is taken out of service. Apple: File Provider / `NSFileProviderManager.DisconnectionOptions`.
  public struct DisconnectionOptions: OptionSet, Sendable {
    /// The bit mask, with Apple's bit numbers.
    public let rawValue: UInt

    /// Makes a set from its bit mask; unknown bits are kept.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// For a moment: users need not be notified.
    public static let temporary = Self(rawValue: 1 << 0)
  }
}
