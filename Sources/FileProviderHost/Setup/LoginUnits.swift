import FileProviderDomains
import FileProviderProgram
import Glibc
import LinuxSystem

/// The units of the user's service manager that mount a domain at login (systemd.unit(5)).
struct LoginUnits {
  private let domain: DomainName
  /// The unit of the mount, and before it that of a WebDAV server's provider.
  private let names: [String]
  /// The unit of the mount.
  let name: String

  init(_ domain: DomainName, hasServer: Bool) {
    self.domain = domain
    let instance = Self.instance(domain.string)
    name = "fileprovider@\(instance).service"
    names = (hasServer ? ["fileprovider-provider@\(instance).service"] : []) + [name]
  }

  /// A name as an instance of a template: all other characters are written as `\x2d`.
  private static func instance(_ name: String) -> String {
    name.utf8.map { byte in
      let isPlain =
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || ":_.".utf8.contains(byte)
      guard !isPlain else { return String(UnicodeScalar(byte)) }
      return "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// Whether there is a service manager of this user's.
  static var isManagerRunning: Bool {
    let folder = Environment.directory("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
    return ["private", "notify"].contains { access(folder + "/systemd/" + $0, F_OK) == 0 }
  }

  /// Why nothing can be mounted at login; `nil` when it can.
  var problem: CommandFailure? {
    guard Self.isManagerRunning else {
      return CommandFailure(
        "login", "no systemd user manager is running, so nothing is mounted at login",
        remedy: "once one runs, use “\(enabling)”")
    }
    guard call("cat", [name], isQuiet: true) else {
      return CommandFailure(
        "login", "the unit fileprovider@.service is not installed, so nothing is mounted at login",
        remedy: "a package installs it (“mount-scripts/package.sh”); then run setup again")
    }
    return nil
  }

  private var enabling: String { command("enable --now", names) }

  /// The command that stops mounting it at login.
  var disabling: String { command("disable", names) }

  private func command(_ verb: String, _ names: [String]) -> String {
    "systemctl --user \(verb) " + names.map { ShellWord.quoted($0) }.joined(separator: " ")
  }

  var isEnabled: Bool { call("is-enabled", [name], isQuiet: true) }
  private var isActive: Bool { call("is-active", [name], isQuiet: true) }

  /// Has the domain mounted at each login, and now if it is not.
  ///
  /// - Parameter place: The mount point.
  func enable(_ place: String, _ undo: inout UndoList) throws {
    let isMounted = SetupPlace.domain(on: place) != nil
    guard isMounted || !isActive else {
      throw CommandFailure(
        "domain “\(domain)”", "its unit mounts it elsewhere", remedy: "first “\(command("stop", [name]))”")
    }
    try MountConfiguration(domain).setMountpoint(place, &undo)
    let wasEnabled = isEnabled
    undo.add { [self] in
      if !wasEnabled {
        _ = call("disable", isMounted ? names : ["--now"] + names, isQuiet: true)
      } else if !isMounted {
        _ = call("stop", names, isQuiet: true)
      }
    }
    guard call("enable", (isMounted ? [] : ["--now"]) + names) else {
      if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
      throw CommandFailure(
        "login", "“\(enabling)” failed",
        remedy: "“journalctl --user -u \(ShellWord.quoted(name))” has the reason", status: .unavailable)
    }
    // The service manager may have another environment, and read another file than ours.
    guard SetupPlace.domain(on: place) == domain.string else {
      throw CommandFailure(
        "domain “\(domain)”", "its unit does not mount it on \(place)",
        remedy: "compare XDG_CONFIG_HOME with that of the units: “systemctl --user show-environment”")
    }
  }

  func disable() { _ = call("disable", names, isQuiet: true) }

  /// Calls systemctl(1), until an interruption.
  ///
  /// - Returns: Whether it succeeded.
  private func call(_ verb: String, _ words: [String], isQuiet: Bool = false) -> Bool {
    var launch = ProcessLaunch("systemctl", words: ["systemctl", "--user", "--quiet", verb] + words)
    (launch.input, launch.output) = (.null, .null)
    if isQuiet { launch.errors = .null }
    // What undoes a change runs after an interruption, too.
    launch.group = .own
    let wasInterrupted = Interruption.hasCome
    guard let process = try? launch.start() else { return false }
    while !process.waitKeepingNumber(until: .after(.milliseconds(100))) {
      if Interruption.hasCome, !wasInterrupted { kill(process.number, SIGTERM) }
    }
    return process.wait().isSuccess
  }
}
