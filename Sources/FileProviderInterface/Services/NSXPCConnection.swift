/// One end of a connection between an object and whoever calls it, within one process: Linux has no XPC between processes, and a connection to
/// a service by its name is refused.
///
/// Apple: Foundation / `NSXPCConnection`.
open class NSXPCConnection: NSObject, @unchecked Sendable {
  // Sendable because `lock` guards all that changes.
  /// How a service is looked up. Without effect.
  public struct Options: OptionSet, Sendable {
    /// The bit mask, with Apple's bit numbers.
    public let rawValue: UInt
    /// Makes a set from its bit mask.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The service is one of the system.
    public static let privileged = Self(rawValue: 1 << 12)
  }

  private struct State {
    var exportedInterface: NSXPCInterface?
    var exportedObject: Any?
    var remoteObjectInterface: NSXPCInterface?
    var interruptionHandler: (() -> Void)?
    var invalidationHandler: (() -> Void)?
    var endpoint: NSXPCListenerEndpoint?
    /// The far end is held by the near one, which its caller holds.
    var far: NSXPCConnection?
    weak var near: NSXPCConnection?
    var isInvalid = false
  }

  private let lock = NSLock()
  private var state = State()

  /// The name of the service, if it was named.
  public let serviceName: String?

  /// A connection to whoever has this endpoint.
  public init(listenerEndpoint endpoint: NSXPCListenerEndpoint) {
    serviceName = nil
    super.init()
    state.endpoint = endpoint
  }

  /// A connection to a service of the app, which is refused when it is resumed.
  public init(serviceName: String) { self.serviceName = serviceName }
  /// A connection to a service of the system, which is refused when it is resumed.
  public init(machServiceName name: String, options: Options = []) { serviceName = name }

  init(far near: NSXPCConnection) {
    serviceName = nil
    super.init()
    state.near = near
  }

  /// What the exported object can do.
  open var exportedInterface: NSXPCInterface? {
    get { lock.withLock { state.exportedInterface } }
    set { lock.withLock { state.exportedInterface = newValue } }
  }
  /// The object that the other end calls.
  open var exportedObject: Any? {
    get { lock.withLock { state.exportedObject } }
    set { lock.withLock { state.exportedObject = newValue } }
  }
  /// What the other end's object can do.
  open var remoteObjectInterface: NSXPCInterface? {
    get { lock.withLock { state.remoteObjectInterface } }
    set { lock.withLock { state.remoteObjectInterface = newValue } }
  }
  /// Never called: the other end does not end without this one.
  open var interruptionHandler: (() -> Void)? {
    get { lock.withLock { state.interruptionHandler } }
    set { lock.withLock { state.interruptionHandler = newValue } }
  }
  /// Called once, when the connection is refused, or either end invalidates it.
  open var invalidationHandler: (() -> Void)? {
    get { lock.withLock { state.invalidationHandler } }
    set { lock.withLock { state.invalidationHandler = newValue } }
  }

  /// The endpoint that it was made with.
  open var endpoint: NSXPCListenerEndpoint? { lock.withLock { state.endpoint } }
  /// The process at the other end: this one.
  open var processIdentifier: Int32 { ProcessInfo.processInfo.processIdentifier }

  /// Connects.
  open func resume() {
    guard serviceName == nil else { return invalidate() }
    guard let endpoint, lock.withLock({ state.far == nil && !state.isInvalid }) else { return }
    guard let far = endpoint.listener?.accept(from: self) else { return invalidate() }
    lock.withLock { state.far = far }
  }

  /// The same.
  open func activate() { resume() }
  /// Without effect: nothing waits on the way.
  open func suspend() {}

  /// Ends the connection at both ends.
  open func invalidate() {
    let (other, handler) = lock.withLock { () -> (NSXPCConnection?, (() -> Void)?) in
      guard !state.isInvalid else { return (nil, nil) }
      state.isInvalid = true
      let found = (state.far ?? state.near, state.invalidationHandler)
      state.far = nil
      state.invalidationHandler = nil
      return found
    }
    handler?()
    other?.invalidate()
  }

  private var remote: Any? { lock.withLock { state.isInvalid ? nil : state.far ?? state.near }?.exportedObject }

  /// The other end's object itself; `NSNull` where there is none.
  open var remoteObjectProxy: Any { remote ?? NSNull() }

  /// The other end's object itself; where there is none, the handler is called, and `NSNull` returned.
  open func remoteObjectProxyWithErrorHandler(_ handler: @escaping (any Error) -> Void) -> Any {
    if let remote { return remote }
    handler(CocoaError(CocoaError.Code(rawValue: NSXPCConnectionInvalid)))
    return NSNull()
  }

  /// The same.
  open func synchronousRemoteObjectProxyWithErrorHandler(_ handler: @escaping (any Error) -> Void) -> Any {
    remoteObjectProxyWithErrorHandler(handler)
  }
}
