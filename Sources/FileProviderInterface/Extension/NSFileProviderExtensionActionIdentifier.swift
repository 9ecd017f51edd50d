/// The name of an action that a provider offers.
///
/// Apple: File Provider / `NSFileProviderExtensionActionIdentifier`.
public struct NSFileProviderExtensionActionIdentifier: _NSFileProviderString {
  /// The provider's own string.
  public let rawValue: String

  /// Wraps a provider's string.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Wraps a provider's string.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}
