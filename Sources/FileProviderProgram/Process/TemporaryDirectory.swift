package import Foundation
import Glibc

/// A directory for one command, below `$TMPDIR`. It is made when it is first needed.
package final class TemporaryDirectory: Sendable {
  private let url = FileManager.default.temporaryDirectory.appendingPathComponent("fileprovider-\(UUID().uuidString)")

  package init() {}

  /// - Returns: The directory, which only this user can read.
  package func make() throws -> URL {
    guard mkdir(url.path, 0o700) == 0 || errno == EEXIST else { throw CommandFailure(url.path, System.reason()) }
    return url
  }

  package func remove() { try? FileManager.default.removeItem(at: url) }
}
