import Glibc
package import LinuxSystem

extension Environment {
  /// Whether a terminal may get colours and cursor movements.
  package static var hasColor: Bool { value("NO_COLOR") == nil && !isDumbTerminal }

  /// Whether the terminal can only print one line after the other.
  package static var isDumbTerminal: Bool { value("TERM") == "dumb" }

  package static var hostName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, 255) == 0 else { return "localhost" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether the terminal is one of those that show links in text (OSC 8), as far as the environment tells.
  package static var hasLinks: Bool {
    if isDumbTerminal { return false }
    // GNOME's library shows them since version 0.50.
    if let version = value("VTE_VERSION") { return Int(version) ?? 0 >= 5000 }
    let names = [
      "ALACRITTY_WINDOW_ID", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "WEZTERM_EXECUTABLE", "WT_SESSION",
    ]
    if names.contains(where: { value($0) != nil }) { return true }
    let terminal = value("TERM") ?? ""
    return terminal == "foot" || terminal.hasPrefix("foot-") || terminal.hasSuffix("-ghostty")
  }
}
