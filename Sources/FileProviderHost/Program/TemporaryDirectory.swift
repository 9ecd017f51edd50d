import Foundation
import Glibc

/// A directory for one command, below `$TMPDIR`. It is made when it is first needed.
final class TemporaryDirectory: Sendable {
  private let url = FileManager.default.temporaryDirectory.appendingPathComponent("fileprovider-\(UUID().uuidString)")

  /// - Returns: The directory, which only this user can read.
  func make() throws -> URL {
    guard mkdir(url.path, 0o700) == 0 || errno == EEXIST else { throw CommandFailure(url.path, System.reason()) }
    return url
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
