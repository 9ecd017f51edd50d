import FileProviderStore
package import Foundation
import Glibc
package import LinuxSystem

/// Where the process of a store's provider is found: its lock and its socket lie in the store's folder, which only the owner may enter.
package struct ProcessPlace: Sendable {
  package let directory: URL
  /// Whose the store is.
  package let owner: uid_t
  /// The folder's number: another one may take its place.
  private let folder: FolderNumber?

  /// - Throws: When there is no such store.
  package init(storeIn directory: URL) throws(Errno) {
    guard let folder = FolderNumber(directory.path) else { throw .last }
    (self.directory, self.folder) = (directory, folder)
    owner = StoreOwner.user(of: directory)
  }

  package init(directory: URL, owner: uid_t) {
    (self.directory, self.owner) = (directory, owner)
    folder = FolderNumber(directory.path)
  }

  var socket: String { directory.appendingPathComponent("provider.socket").path }
  var lock: String { directory.appendingPathComponent("provider.lock").path }

  /// Whether the store's folder is still at its path. One that took its place has other items with the same numbers.
  package var isThere: Bool { FolderNumber(directory.path) == folder }

  /// Connects to the process.
  ///
  /// - Parameter waker: As for `Connection`.
  /// - Returns: `nil` when no process listens, with the reason in `errno`.
  /// - Throws: When the path belongs to another user, or the store no longer exists.
  func connect(_ waker: Waker?) throws(ProtocolError) -> Connection? {
    guard let made = UnixSocket.make() else { return nil }
    let number = made.number
    guard UnixSocket.withAddress(socket, { Glibc.connect(number, $0, $1) }) == 0 else {
      let reason = errno
      if !isThere { throw ProtocolError("the store was removed or renamed") }
      errno = reason
      return nil
    }
    guard isThere else { throw ProtocolError("the store was removed or renamed") }
    // A provider is never root's but in root's own store. The socket may be a link to one of root's.
    return try Connection(made, with: [owner], waker: waker)
  }
}
