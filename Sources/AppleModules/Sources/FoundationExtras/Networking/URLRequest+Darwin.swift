// What Foundation on Linux does not have of a request. None has an effect.
extension URLRequest {
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

  /// Whether the server's newest protocol is tried at once.
  public var assumesHTTP3Capable: Bool {
    get { false }
    set {}
  }
}
