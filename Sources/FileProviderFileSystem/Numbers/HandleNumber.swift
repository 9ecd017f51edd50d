/// The number under which the kernel knows an open file or directory.
package struct HandleNumber: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt64
  @inlinable package init(rawValue: UInt64) { self.rawValue = rawValue }
}
