extension URLSessionConfiguration {
  /// Whether a transfer waits for a network. Without effect, and always false: a transfer fails at once where there is none, and what failed
  /// with `serverUnreachable` is tried again when a network comes up.
  ///
  /// Foundation on Linux has it without a setter. Files that import no FoundationNetworking of their own see this one.
  public var waitsForConnectivity: Bool {
    get { false }
    set {}
  }
}
