import FileProviderProgram
import FileProviderStore
import Foundation
import Glibc
import LinuxSystem

/// The folder with the sockets of this user's mounts: `$XDG_RUNTIME_DIR/fileprovider`, which only the user can enter.
package enum RuntimeDirectory {
  package static var path: String {
    if let directory = given { return directory + "/fileprovider" }
    let system = "/run/user/\(getuid())"
    return isOwn(system) ? system + "/fileprovider" : "/tmp/fileprovider-\(getuid())"
  }

  /// The folder that the environment names, unless it is another user's, as after sudo(8): who owns it could put links there.
  private static var given: String? {
    guard let directory = Environment.directory("XDG_RUNTIME_DIR") else { return nil }
    return StoreOwner.user(of: URL(fileURLWithPath: directory)) == getuid() || geteuid() != 0 ? directory : nil
  }

  /// Makes the directory where it is missing.
  ///
  /// - Throws: When others can enter it: in `/tmp` another user may have made it.
  static func make() throws -> String {
    let path = path
    if let parent = given { mkdir(parent, 0o700) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw CommandFailure(path, "cannot be created: \(System.reason())")
    }
    guard isOwn(path) else {
      throw CommandFailure(path, "accessible to other users", remedy: "remove it, or set XDG_RUNTIME_DIR")
    }
    return path
  }

  /// Whether a path is a directory that only this user can enter.
  package static func isOwn(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == getuid() && status.st_mode & 0o077 == 0
  }

  /// The names in it with this ending.
  static func names(endingIn suffix: String) -> [String] {
    let path = path
    guard isOwn(path), let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(suffix) { names.append(name) }
    }
    return names.sorted()
  }
}
