/// Whoever decides about the connections of a listener.
///
/// Apple: Foundation / `NSXPCListenerDelegate`.
public protocol NSXPCListenerDelegate: NSObjectProtocol {
  /// Whether a connection is accepted. Who accepts it gives it an exported object, and resumes it.
  func listener(_ listener: NSXPCListener, shouldAcceptNewConnection newConnection: NSXPCConnection) -> Bool
}

extension NSXPCListenerDelegate {
  /// No connection is accepted.
  public func listener(_ listener: NSXPCListener, shouldAcceptNewConnection newConnection: NSXPCConnection) -> Bool {
    false
  }
}

/// Where the connections to a service arrive, of this process alone: Linux has no XPC between processes.
///
/// Apple: Foundation / `NSXPCListener`.
open class NSXPCListener: NSObject, @unchecked Sendable {
  // Sendable because `lock` guards all that changes.
  private let lock = NSLock()
  private weak var held: (any NSXPCListenerDelegate)?
  private var isListening = false

  /// A listener that is reached by its endpoint.
  open class func anonymous() -> NSXPCListener { NSXPCListener() }
  /// The listener of a service's own program, which nobody reaches here.
  open class func service() -> NSXPCListener { NSXPCListener() }

  override init() {}
  /// A listener with a name, which nobody reaches by it here.
  public init(machServiceName name: String) {}

  /// Whoever decides about connections. Not kept alive.
  open weak var delegate: (any NSXPCListenerDelegate)? {
    get { lock.withLock { held } }
    set { lock.withLock { held = newValue } }
  }

  /// The way to this listener.
  open var endpoint: NSXPCListenerEndpoint { NSXPCListenerEndpoint(self) }

  /// Connections are accepted from now on.
  open func resume() { lock.withLock { isListening = true } }
  /// The same.
  open func activate() { resume() }
  /// New connections are refused until it is resumed.
  open func suspend() { lock.withLock { isListening = false } }
  /// New connections are refused.
  open func invalidate() { suspend() }

  /// The far side of a new connection, if the delegate wants it.
  func accept(from near: NSXPCConnection) -> NSXPCConnection? {
    guard let delegate = lock.withLock({ isListening ? held : nil }) else { return nil }
    let far = NSXPCConnection(far: near)
    return delegate.listener(self, shouldAcceptNewConnection: far) ? far : nil
  }
}
