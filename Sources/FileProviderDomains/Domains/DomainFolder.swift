package import Foundation
import Glibc

/// The folders in the folder of a domain that belong to its provider.
package enum DomainFolder {
  package static let temporary = "provider.temporary"
  package static let state = "provider.state"

  package static func make(_ name: String, in directory: URL) throws -> URL {
    let url = directory.appendingPathComponent(name, isDirectory: true)
    guard mkdir(url.path, 0o700) == 0 || errno == EEXIST else {
      throw NSError(
        domain: NSPOSIXErrorDomain, code: Int(errno), userInfo: [NSFilePathErrorKey: url.path])
    }
    return url
  }

  /// Removes what a provider's last process has left. The next one begins.
  package static func emptyTemporary(in directory: URL) {
    try? FileManager.default.removeItem(at: directory.appendingPathComponent(temporary, isDirectory: true))
  }
}
