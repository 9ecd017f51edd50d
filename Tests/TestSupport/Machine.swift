import CLinux
import Foundation

/// What this machine, this build and the environment have for tests.
package enum Machine {
  /// A number from the environment, to make a run longer or to repeat it.
  package static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// A program of this package, beside the running one in the folder of the build. `FILEPROVIDER_BINARIES` names another folder.
  package static func built(_ name: String) -> String? {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")).map {
      ($0 as NSString).deletingLastPathComponent
    }
    return program(name, in: [ProcessInfo.processInfo.environment["FILEPROVIDER_BINARIES"], own].compactMap { $0 })
  }

  /// A program of the system.
  package static func installed(_ name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return program(name, in: path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"])
  }

  /// A program from PyPI, which `mount-scripts/test.sh` installs in `.build`.
  package static func fromPyPI(_ name: String) -> String? {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"
    return program(name, in: [own.components(separatedBy: "/.build/")[0] + "/.build/tests/\(name)/bin"])
  }

  private static func program(_ name: String, in folders: [String]) -> String? {
    folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  package static var isRoot: Bool { geteuid() == 0 }

  /// Whether this user may open the device that file systems in user space are served through.
  package static var hasFUSE: Bool { access("/dev/fuse", R_OK | W_OK) == 0 }

  /// Why nothing can be mounted here, if so.
  package static var mountingProblem: String? {
    for program in ["fileprovider", "MountExerciser"] where built(program) == nil {
      return "the program “\(program)” is not built"
    }
    if !hasFUSE { return "there is no /dev/fuse for this user" }
    if !isRoot && installed("fusermount3") == nil { return "there is no fusermount3" }
    return nil
  }

  /// Whether temporary files are on a tmpfs.
  package static var isInMemory: Bool {
    var status = statfs()
    return statfs(FileManager.default.temporaryDirectory.path, &status) == 0 && status.f_type == 0x0102_1994
  }
}
