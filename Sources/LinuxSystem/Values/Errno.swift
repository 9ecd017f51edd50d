import Glibc

/// The number of an error, as system calls leave it (errno(3)).
package struct Errno: Error, Hashable, Sendable, CustomStringConvertible {
  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// What the last call on this thread left.
  package static var last: Errno { Errno(number: errno) }

  /// The system's text for it.
  package var description: String { String(cString: strerror(number)) }
}
