/// The name of a service of a provider, in reverse-domain notation.
///
/// Apple: Foundation / `NSFileProviderServiceName`.
public struct NSFileProviderServiceName: _NSFileProviderString {
  /// The provider's own string.
  public let rawValue: String

  /// Wraps a provider's string.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Wraps a provider's string.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}
