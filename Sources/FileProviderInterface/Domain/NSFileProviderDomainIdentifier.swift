/// The name of a domain within its provider. Contains neither `/` nor `:`.
///
/// Apple: File Provider / `NSFileProviderDomainIdentifier`.
public struct NSFileProviderDomainIdentifier: _NSFileProviderString {
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
