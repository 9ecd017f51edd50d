/// The protocol that the object at one end of a connection has.
///
/// Apple: Foundation / `NSXPCInterface`, where the protocol is one of Objective-C. Here it is any, and what is called is the object itself.
open class NSXPCInterface: NSObject, @unchecked Sendable {
  // Sendable because it never changes.
  /// The protocol.
  public let `protocol`: Any.Type

  /// Names the protocol, such as `MyProtocol.self`.
  public init(with protocol: Any.Type) { self.protocol = `protocol` }

  /// Which classes an argument may have. Without effect: nothing is encoded on the way.
  open func setClasses(_ classes: Set<AnyHashable>, for selector: Any, argumentIndex: Int, ofReply: Bool) {}
}
