/// The contacts of a provider as one collection, which is enabled and disabled as a whole.
public protocol ContactProviderDomain {
  /// Identifies the domain among those of its app.
  var identifier: String { get }
  /// The name that people see.
  var displayName: String { get }
  /// Facts of the provider's own.
  var userInfo: [String: Any] { get }
}
