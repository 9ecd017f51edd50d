import FileProviderProgram
import FileProviderStore
import Foundation
import LinuxSystem

/// A notification on the user's desktop (org.freedesktop.Notifications). Where there is no desktop, or no program to reach it with, nothing happens.
enum DesktopNotice {
  /// Shows a notice. Returns at once.
  static func show(_ title: String, _ text: String) {
    guard getenv("DBUS_SESSION_BUS_ADDRESS") != nil || hasSessionBus else { return }
    NativeThread.start(name: "desktop", stackSize: NativeThread.stackOfOthers) {
      var launch = ProcessLaunch("gdbus", words: words(title, text))
      launch.input = .null
      launch.output = .null
      launch.errors = .null
      _ = try? launch.start().wait()
    }
  }

  /// The default address of the session bus (“unix:runtime=yes”).
  private static var hasSessionBus: Bool {
    guard let runtime = Environment.directory("XDG_RUNTIME_DIR") else { return false }
    return access(runtime + "/bus", F_OK) == 0
  }

  /// The arguments of gdbus(1) for the method `Notify`: program, number of the notice it replaces, icon, title, text, actions, hints, time.
  static func words(_ title: String, _ text: String) -> [String] {
    [
      "gdbus", "call", "--session", "--timeout", "5", "--dest", "org.freedesktop.Notifications", "--object-path",
      "/org/freedesktop/Notifications", "--method", "org.freedesktop.Notifications.Notify",
      quoted(HostProgram.current.name), "0", quoted("dialog-warning"), quoted(title), quoted(text), "@as []",
      "@a{sv} {}", "-1",
    ]
  }

  /// A string in GVariant's text format, on one line and of limited length, since a provider's message can be anything. The text of a notification may
  /// contain markup, so markup characters are escaped.
  static func quoted(_ text: String) -> String {
    var result = "'"
    for scalar in text.unicodeScalars.prefix(500) {
      switch scalar {
      case "'", "\\": result += "\\" + String(scalar)
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }
}
