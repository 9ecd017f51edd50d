import FileProviderProgram
import Glibc

/// The limits of the process and of the kernel that a mount can reach.
enum LimitConditions {
  static func all() -> [Condition] { [openFiles] + inotify }

  /// Each open file of a mount, and each reader of the database, takes a descriptor.
  private static let fewestDescriptors: rlim_t = 1024

  private static var openFiles: Condition {
    let name = "open files"
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return .warning(name, "the limit cannot be read: \(System.reason())")
    }
    guard limit.rlim_cur >= fewestDescriptors else {
      return .warning(
        name, "a process may open \(limit.rlim_cur), too few for a busy mount",
        remedy: limit.rlim_max >= fewestDescriptors
          ? "“ulimit -n \(fewestDescriptors)” before mounting"
          : "raise “nofile” in /etc/security/limits.conf to \(fewestDescriptors) or more")
    }
    return .ok(name, limit.rlim_cur == rlim_t.max ? "no limit" : "a process may open \(limit.rlim_cur)")
  }

  /// Followers and mounts watch files; so do file managers and editors in the mount, a folder each.
  private static var inotify: [Condition] {
    [("max_user_instances", "instances", Int64(64)), ("max_user_watches", "watches", 8192)].map { file, unit, fewest in
      let name = "inotify \(unit)"
      guard let text = File.contents("/proc/sys/fs/inotify/\(file)"), let limit = Int64(text.prefix { $0.isNumber })
      else { return .warning(name, "the limit cannot be read", remedy: "mount /proc") }
      guard limit >= fewest else {
        return .warning(
          name, "a user may have \(limit), too few for a desktop",
          remedy: "“sysctl fs.inotify.\(file)=\(fewest)” as root, and a file in /etc/sysctl.d")
      }
      return .ok(name, "a user may have \(limit)")
    }
  }
}
