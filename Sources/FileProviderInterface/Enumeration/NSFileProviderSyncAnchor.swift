/// A moment in a provider's history from which changes can be asked for: the provider's own token, handed back unread.
///
/// A token is limited to `maximumLength` bytes; a longer one is treated as expired. When a provider can no longer report
/// what happened since, it answers with `NSFileProviderError.syncAnchorExpired` and the system lists again.
///
/// Apple: File Provider / `NSFileProviderSyncAnchor`.
public struct NSFileProviderSyncAnchor: _NSFileProviderToken {
  /// The longest token the system accepts, in bytes.
  package static let maximumLength = 500

  /// The provider's bytes.
  public let rawValue: Data

  /// Wraps a provider's bytes.
  public init(rawValue: Data) {
    self.rawValue = rawValue
  }

  /// Wraps a provider's bytes.
  public init(_ rawValue: Data) {
    self.rawValue = rawValue
  }
}
