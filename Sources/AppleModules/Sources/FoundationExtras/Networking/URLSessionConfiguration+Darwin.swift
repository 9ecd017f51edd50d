// What Foundation on Linux does not have of a configuration, or has without a setter. Files that import no FoundationNetworking of their own
// see these. None has an effect.
extension URLSessionConfiguration {
  /// Whether a transfer waits for a network: it fails at once where there is none, and what failed with `serverUnreachable` is tried again
  /// when a network comes up.
  public var waitsForConnectivity: Bool {
    get { false }
    set {}
  }

  /// Whether networks are used that cost more: nobody here knows which do.
  public var allowsExpensiveNetworkAccess: Bool {
    get { true }
    set {}
  }

  /// Whether networks are used on which little should be transferred: nobody here knows which are.
  public var allowsConstrainedNetworkAccess: Bool {
    get { true }
    set {}
  }

  /// Whether the system starts the app for a transfer's end: a transfer ends with its process.
  public var sessionSendsLaunchEvents: Bool {
    get { false }
    set {}
  }

  /// The group in whose folder a transfer goes on without its process: none does.
  public var sharedContainerIdentifier: String? {
    get { nil }
    set {}
  }

  /// The default configuration: a transfer goes on only as long as its process, which lives while somebody waits for it.
  public class func background(withIdentifier identifier: String) -> URLSessionConfiguration { .default }
}
