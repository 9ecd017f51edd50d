/// The way to a listener, to be handed on. Within one process: Linux has no XPC between processes.
///
/// Apple: Foundation / `NSXPCListenerEndpoint`.
open class NSXPCListenerEndpoint: NSObject, @unchecked Sendable {
  // Sendable because all that it has is a reference that never changes.
  private(set) weak var listener: NSXPCListener?

  init(_ listener: NSXPCListener) { self.listener = listener }
}
