import CSystemCalls
import Foundation
import Testing

/// What this machine and this build have for tests with real mounts.
enum Machine {
  /// A program of this package, beside the tests in the folder of the build. `FILEPROVIDER_BINARIES` names another folder.
  static func built(_ name: String) -> String? {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")).map {
      ($0 as NSString).deletingLastPathComponent
    }
    let folders = [ProcessInfo.processInfo.environment["FILEPROVIDER_BINARIES"], own].compactMap { $0 }
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// A program of the system.
  static func installed(_ name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"]
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Whether something can be mounted; the reason for skipping is `reason`.
  static var canMount: Bool { mountingProblem == nil }

  static var mountingProblem: String? {
    if built("fileprovider") == nil { return "the program “fileprovider” is not built" }
    if built("MountExerciser") == nil { return "the program “MountExerciser” is not built" }
    if access("/dev/fuse", R_OK | W_OK) != 0 { return "there is no /dev/fuse for this user" }
    if geteuid() != 0 && installed("fusermount3") == nil { return "there is no fusermount3" }
    return nil
  }

  /// Shown beside a skipped test.
  static var reason: Comment { Comment(rawValue: mountingProblem ?? "mounts work here") }

  /// Whether temporary files are on a tmpfs.
  static var isInMemory: Bool {
    var status = statfs()
    return statfs(FileManager.default.temporaryDirectory.path, &status) == 0 && status.f_type == 0x0102_1994
  }

  /// A number from the environment, to make a run longer or to repeat it.
  static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }
}
