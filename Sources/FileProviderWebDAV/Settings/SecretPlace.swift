import Foundation
import Glibc

/// Where a password or a token is.
package enum SecretPlace: Codable, Hashable, Sendable {
  /// A file that only its owner may read.
  case file(String)
  /// A credential that systemd gives the process (systemd.exec(5), `LoadCredential=`).
  case credential(String)
  /// The keyring of the user's session.
  case keyring(server: String, user: String?)

  /// Reads the secret, without the end of its line.
  ///
  /// - Returns: `nil` when the keyring has none.
  func read() throws(WebDAVError) -> String? {
    switch self {
    case .keyring(let server, let user): return try Self.readKeyring(server, user)
    case .file(let path): return try Self.read(path, isOurs: true)
    case .credential(let name):
      guard let folder = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"] else {
        throw WebDAVError(.local("systemd passed no credentials to this process (CREDENTIALS_DIRECTORY is not set)"))
      }
      guard !name.isEmpty, !name.contains("/"), name != ".." else {
        throw WebDAVError(.local("invalid credential name"))
      }
      return try Self.read(folder + "/" + name, isOurs: false)
    }
  }

  /// Checks for the file with logins that libcurl reads, which ignores a missing one.
  static func checkNetrc() throws(WebDAVError) {
    let home = ProcessInfo.processInfo.environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
    guard access(home + "/.netrc", R_OK) == 0 else {
      throw WebDAVError(
        .local(
          "--netrc: \(home)/.netrc: \(String(cString: strerror(errno))); create it with your user name and password"))
    }
  }

  /// - Parameter isOurs: Whether the file has to be ours alone.
  private static func read(_ path: String, isOurs: Bool) throws(WebDAVError) -> String {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      throw WebDAVError(.local("cannot read the password file \(path): \(String(cString: strerror(errno)))"))
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw WebDAVError(.local("the password file \(path) is not a regular file"))
    }
    if isOurs, status.st_mode & 0o077 != 0 || (status.st_uid != geteuid() && status.st_uid != 0) {
      throw WebDAVError(
        .local("the password file \(path) is readable by others; run “chmod 600” on it"))
    }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(file, &bytes, bytes.count)
    guard count >= 0 else {
      throw WebDAVError(.local("cannot read the password file \(path): \(String(cString: strerror(errno)))"))
    }
    let line = bytes[..<count].prefix { $0 != 0x0A && $0 != 0x0D }
    guard !line.isEmpty, !line.contains(0), let secret = String(validating: line, as: UTF8.self) else {
      throw WebDAVError(.local("no password in the first line of \(path)"))
    }
    return secret
  }
}
