import CLinux
import Glibc

/// The peer of a connection, from the kernel (unix(7), `SO_PEERCRED`).
package struct Peer: Hashable, Sendable {
  package var process: Int32
  package var user: UInt32

  package init(process: Int32, user: UInt32) {
    self.process = process
    self.user = user
  }

  /// - Returns: `nil` when the kernel does not report it.
  package init?(of socket: Int32) {
    var credentials = peer_credentials()
    var size = socklen_t(MemoryLayout<peer_credentials>.size)
    guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0, credentials.process > 0 else {
      return nil
    }
    self.init(process: credentials.process, user: credentials.user)
  }
}
