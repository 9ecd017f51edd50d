/// The other side does not keep to the protocol. Its connection is closed.
package struct ProtocolError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  init(_ description: String) { self.description = description }
}
