package import Foundation
import Glibc
package import LinuxSystem

/// Where the process of a store's provider is found: its lock and its socket lie in the store's folder, which only the owner may enter.
package struct ProcessPlace: Sendable {
  package let directory: URL
  /// Whose the store is.
  package let owner: uid_t

  /// - Throws: When there is no such store.
  package init(storeIn directory: URL) throws(Errno) {
    var status = stat()
    guard stat(directory.path, &status) == 0 else { throw .last }
    self.directory = directory
    owner = status.st_uid
  }

  package init(directory: URL, owner: uid_t) {
    self.directory = directory
    self.owner = owner
  }

  var socket: String { directory.appendingPathComponent("provider.socket").path }
  var lock: String { directory.appendingPathComponent("provider.lock").path }

  /// Connects to the process.
  ///
  /// - Parameter waker: As for `Connection`.
  /// - Returns: `nil` when no process listens, with the reason in `errno`.
  /// - Throws: When one does that is neither the owner's nor root's.
  func connect(_ waker: Waker?) throws(ProtocolError) -> Connection? {
    guard let made = UnixSocket.make() else { return nil }
    let number = made.number
    guard UnixSocket.withAddress(socket, { Glibc.connect(number, $0, $1) }) == 0 else { return nil }
    return try Connection(made, storeOf: owner, waker: waker)
  }
}
