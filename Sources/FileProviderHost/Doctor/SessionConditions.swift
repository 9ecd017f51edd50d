import FileProviderDomains
import FileProviderProgram
import Glibc
import LinuxSystem
import SecretService

/// What the session of the user has: a runtime folder, a service manager, a keyring and a desktop.
struct SessionConditions {
  /// Until when the bus may answer.
  let deadline: Deadline

  func all() -> [Condition] {
    let keyring = BoundedAnswer("keyring") { ServicePresence.find("org.freedesktop.secrets") }
    let notifications = BoundedAnswer("desktop") { ServicePresence.find("org.freedesktop.Notifications") }
    let sideBar = BoundedAnswer("side bar") { ServicePresence.find(SideBarService.name) }
    return [runtimeDirectory, serviceManager, self.keyring(keyring), desktop(notifications)]
      + (hasDesktop ? [self.sideBar(sideBar)] : [])
  }

  private var hasDesktop: Bool {
    Environment.value("WAYLAND_DISPLAY") != nil || Environment.value("DISPLAY") != nil
  }

  private var runtimeDirectory: Condition {
    let name = "XDG_RUNTIME_DIR"
    let (path, given) = (RuntimeDirectory.path, Environment.value(name))
    let parent = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex))
    let remedy = "log in as this user, or set it to a folder that is this user's alone"
    if access(path, F_OK) == 0 {
      guard RuntimeDirectory.isOwn(path) else {
        return .problem(name, "\(path) can be entered by others; mounts refuse it", remedy: "remove that folder")
      }
      guard access(path, W_OK) == 0 else {
        return .problem(name, "\(path) cannot be written: \(System.reason())", remedy: remedy)
      }
    } else {
      // The last folder of the path is made, too.
      let nearest = StorageConditions.nearestFolder(parent)
      guard access(nearest, W_OK) == 0 else {
        return .problem(name, "nothing can be made in \(nearest): \(System.reason())", remedy: remedy)
      }
    }
    guard !path.hasPrefix("/tmp/") || given.map(path.hasPrefix) == true else {
      return .warning(name, "\(given == nil ? "not set" : "not usable"), so mounts use \(path)", remedy: remedy)
    }
    return .ok(name, given == nil ? "not set; mounts use \(path)" : parent)
  }

  private var serviceManager: Condition {
    let name = "systemd user session"
    guard LoginUnits.isManagerRunning else {
      return .warning(
        name, "none found, so “systemctl --user” starts no mount",
        remedy:
          "log in as this user, or “loginctl enable-linger” as root; “\(HostProgram.current.name) mount” needs none")
    }
    return .ok(name, "runs")
  }

  private func keyring(_ answer: BoundedAnswer<ServicePresence>) -> Condition {
    let name = "keyring"
    let without = "passwords are kept in files of this user alone"
    switch answer.value(until: deadline) {
    case .running: return .ok(name, "the Secret Service runs")
    case .startable: return .ok(name, "the Secret Service starts when it is needed")
    case .noService:
      return .warning(
        name, "nothing on the session bus keeps secrets; \(without)",
        remedy: "install gnome-keyring, KDE Wallet or KeePassXC")
    case let presence: return withoutBus(name, presence, without)
    }
  }

  /// A condition for which a bus is needed that cannot be asked.
  private func withoutBus(_ name: String, _ presence: ServicePresence?, _ without: String) -> Condition {
    switch presence {
    case nil: .warning(name, "the session bus does not answer; \(without)", remedy: "log out and in again")
    case .noLibrary: .warning(name, "libsystemd is not installed; \(without)", remedy: "install libsystemd0")
    default: .warning(name, "there is no session bus; \(without)", remedy: "log in to a desktop session")
    }
  }

  private func desktop(_ answer: BoundedAnswer<ServicePresence>) -> Condition {
    let name = "desktop"
    guard hasDesktop else {
      return .ok(
        name, "no desktop in this session; “\(HostProgram.current.name) status --check” shows what needs attention")
    }
    let session = Environment.value("XDG_CURRENT_DESKTOP") ?? "unnamed"
    switch answer.value(until: deadline) {
    case .running: return .ok(name, "\(session); a program on the session bus shows notifications")
    case .startable: return .ok(name, "\(session); the session bus starts a program that shows notifications")
    case .noService:
      return .warning(
        name, "\(session); nothing on the session bus shows notifications",
        remedy: "start a notification program, such as dunst or mako")
    case let presence: return withoutBus(name, presence, "\(session) shows no notifications")
    }
  }

  /// Whether file managers with libcloudproviders find the domains: by a file, and by a service that the bus starts.
  private func sideBar(_ answer: BoundedAnswer<ServicePresence>) -> Condition {
    let (name, without) = ("side bar", "file managers do not list the mounted domains")
    let remedy = "install the package of \(HostProgram.current.name)"
    guard let file = SideBarService.registration else {
      return .warning(name, "\(SideBarService.registrationName) is in no data folder; \(without)", remedy: remedy)
    }
    switch answer.value(until: deadline) {
    case .running, .startable: return .ok(name, "\(file) registers the mounted domains")
    case .noService:
      return .warning(name, "the session bus has no service \(SideBarService.name); \(without)", remedy: remedy)
    case let presence: return withoutBus(name, presence, without)
    }
  }
}
