import FileProviderProgram
import Glibc
import LinuxSystem

/// What mounting needs of the system.
enum FUSEConditions {
  static func all() -> [Condition] { [device, helper, sharing] }

  private static var device: Condition {
    let name = "/dev/fuse"
    var status = stat()
    guard stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else {
      return .problem(
        name, "there is no such device; nothing can be mounted",
        remedy: "load the kernel's module with “modprobe fuse”, or give the container the device")
    }
    guard let device = Descriptor(owning: open(name, O_RDWR | O_CLOEXEC)) else {
      // A container refuses root, too.
      let remedy = errno == EPERM ? "give the container the device" : "“chmod 0666 /dev/fuse” as root"
      return .problem(name, "it cannot be opened: \(System.reason())", remedy: remedy)
    }
    _ = consume device
    return .ok(name, "can be opened")
  }

  /// Where libfuse looks: the distribution's folder, then the search path.
  private static var helperPath: String? {
    let folders = ["/usr/bin", "/bin"] + (Environment.value("PATH") ?? "").split(separator: ":").map(String.init)
    return (folders + ["/usr/local/bin"]).map { $0 + "/fusermount3" }.first { access($0, X_OK) == 0 }
  }

  /// Root mounts without it.
  private static var helper: Condition {
    let name = "fusermount3"
    let isRoot = geteuid() == 0
    func found(_ finding: String, remedy: String) -> Condition {
      isRoot
        ? .warning(name, "\(finding); users other than root cannot mount", remedy: remedy)
        : .problem(name, "\(finding); only root can mount", remedy: remedy)
    }
    guard let path = helperPath else { return found("not installed", remedy: "install the package fuse3") }
    var status = stat()
    guard stat(path, &status) == 0 else { return found(System.reason(), remedy: "install the package fuse3") }
    guard status.st_uid == 0, status.st_mode & S_ISUID != 0 else {
      return found("\(path) is not set-user-ID root", remedy: "“chown root \(path) && chmod 4755 \(path)” as root")
    }
    return .ok(name, path)
  }

  private static var sharing: Condition {
    let (name, file) = ("user_allow_other", "/etc/fuse.conf")
    if geteuid() == 0 { return .ok(name, "root needs no permission for -o allow_other") }
    guard let text = File.contents(file) else {
      return .ok(
        name, "not set, so other users see no mount of this user",
        remedy: "for -o allow_other, write it into \(file) as root")
    }
    let lines = text.split(separator: "\n").map { $0.prefix { $0 != "#" }.trimmedSpaces }
    return lines.contains("user_allow_other")
      ? .ok(name, "set in \(file)")
      : .ok(
        name, "not set in \(file), so other users see no mount of this user",
        remedy: "for -o allow_other, write it into that file as root")
  }
}

extension Substring {
  fileprivate var trimmedSpaces: Substring {
    let start = drop { $0 == " " || $0 == "\t" }
    return start.prefix { $0 != " " && $0 != "\t" }
  }
}
