/// The name of a decoration that a provider puts on items.
///
/// Apple: File Provider / `NSFileProviderItemDecorationIdentifier`.
public struct NSFileProviderItemDecorationIdentifier: _NSFileProviderString {
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
