import FileProviderDomains
package import FileProviderProgram
import Glibc
import LinuxSystem

/// A mount point by its real path, found without a call on the mount itself, which may be dead.
package struct MountpointPath: Sendable {
  /// As it was given.
  let given: String
  /// Absolute, without links.
  package let path: String

  package init(_ given: String) throws {
    try self.init(given) {
      CommandFailure(given, "cannot be used as a mount point: \(System.reason())", remedy: "name an empty directory")
    }
  }

  /// - Parameter failure: The error when there is no such place.
  package init(_ given: String, orElse failure: () -> CommandFailure) throws {
    self.given = given
    guard !given.isEmpty else { throw CommandFailure("mount point", "the path is empty", status: .usage) }
    let parts = given.split(separator: "/")
    guard let last = parts.last, last != ".", last != ".." else {
      path = try Self.real(given, failure)
      return
    }
    let parent = (given.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
    let folder = try Self.real(parent.isEmpty ? "." : parent, failure)
    let candidate = folder == "/" ? "/" + last : folder + "/" + last
    // A path in the table is a mount point itself; any other may be a link to one.
    path = MountTable.all().contains { $0.mountpoint == candidate } ? candidate : try Self.real(given, failure)
  }

  private static func real(_ path: String, _ failure: () -> CommandFailure) throws -> String {
    guard let resolved = realpath(path, nil) else { throw failure() }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

/// Unmounts.
package enum Unmounting {
  /// The process that replays changes uses the mount for moments, so a mount that is in use is tried again.
  ///
  /// - Returns: The reason if it failed.
  package static func unmount(_ path: String, isLazy: Bool) -> String? {
    var reason = attempt(path, isLazy: isLazy)
    if isLazy { return reason }
    let patience = Deadline.after(.milliseconds(500))
    while reason != nil, !patience.hasPassed {
      usleep(20_000)
      reason = attempt(path, isLazy: false)
    }
    return reason
  }

  private static func attempt(_ path: String, isLazy: Bool) -> String? {
    if geteuid() == 0 {
      return FileIdentity.asProcess {
        umount2(path, noFollow | (isLazy ? detach : 0)) == 0 ? nil : System.reason()
      }
    }
    return Helper.run("fusermount3", ["-u", "-q"] + (isLazy ? ["-z"] : []) + ["--", path])
  }

  /// `MNT_DETACH`.
  private static let detach: Int32 = 2
  /// `UMOUNT_NOFOLLOW`.
  private static let noFollow: Int32 = 8
}

/// Runs a program of the system.
enum Helper {
  /// - Returns: The reason if it failed.
  static func run(_ program: String, _ arguments: [String]) -> String? {
    do throws(Errno) {
      let process = try ProcessLaunch(program, words: [program] + arguments).start()
      return process.wait().isSuccess ? nil : "\(program) failed; the mount may be in use"
    } catch {
      return error.number == ENOENT ? "\(program) is not installed" : "\(error)"
    }
  }
}
