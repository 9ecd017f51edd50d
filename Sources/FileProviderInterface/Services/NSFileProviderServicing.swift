/// A provider that offers services to apps. Never asked: apps would reach it by XPC, which Linux does not have.
///
/// Apple: File Provider / `NSFileProviderServicing`.
public protocol NSFileProviderServicing: NSObjectProtocol {
  /// Names the services for an item.
  ///
  /// - Parameters:
  ///   - itemIdentifier: the item.
  ///   - completionHandler: called once, with the services or an error.
  @preconcurrency
  func supportedServiceSources(
    for itemIdentifier: NSFileProviderItemIdentifier,
    completionHandler: @escaping @Sendable ([any NSFileProviderServiceSource]?, (any Error)?) -> Void
  ) -> Progress
}

/// A service of a provider.
///
/// Apple: File Provider / `NSFileProviderServiceSource`.
public protocol NSFileProviderServiceSource {
  /// Its name.
  var serviceName: NSFileProviderServiceName { get }
  /// The way to a listener that accepts the connections of apps.
  func makeListenerEndpoint() throws -> NSXPCListenerEndpoint
  /// Whether only apps of the provider's own author may use it.
  var isRestricted: Bool { get }
}

extension NSFileProviderServiceSource {
  /// Any app may.
  public var isRestricted: Bool { false }
}
