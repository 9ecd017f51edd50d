import FileProviderProgram
package import Foundation
import Glibc

/// An entered password, in a file that only its owner can read.
///
/// It replaces an earlier one only when the domain's settings are saved: until then that one may still be needed.
package final class KeptPassword {
  /// The file, among what the provider remembers.
  package static let name = "password"
  /// The file until it is used.
  package static let newName = "password.new"

  /// Where the password is from `use` on.
  package let path: String
  private let newPath: String
  private var isUsed = false

  /// - Parameter folder: Made if there is none.
  package init(_ secret: String, in folder: URL) throws {
    path = folder.appendingPathComponent(Self.name).path
    newPath = folder.appendingPathComponent(Self.newName).path
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    unlink(newPath)
    let file = open(newPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw CommandFailure(newPath, System.reason()) }
    defer { close(file) }
    let line = secret + "\n"
    guard write(file, line, line.utf8.count) == line.utf8.count else { throw CommandFailure(newPath, System.reason()) }
  }

  deinit { if !isUsed { unlink(newPath) } }

  package func use() throws {
    guard rename(newPath, path) == 0 else { throw CommandFailure(path, System.reason()) }
    isUsed = true
  }
}
