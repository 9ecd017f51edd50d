import Foundation
import TestSupport
import Testing

/// A window of Nautilus on a screen of its own, with what the packages install for it, seen and used as assistive programs do (AT-SPI).
final class NautilusWindow {
  static let problem: String? = {
    // Each test waits for a window.
    if ProcessInfo.processInfo.environment["PICTURES"] == nil {
      return "only “mount-scripts/test.sh --desktop” drives a file manager's windows"
    }
    let programs = ["Xvfb", "import", "dbus-run-session", "gdbus", "nautilus", "xdotool"]
    if let missing = programs.first(where: { Machine.installed($0) == nil }) { return "\(missing) is not installed" }
    if let problem = Machine.mountingProblem { return problem }
    let check = "import gi; gi.require_version('Atspi', '2.0'); gi.require_version('CloudProviders', '0.3')"
    let found = try? RunningProcess(["/usr/bin/python3", "-c", check]).wait()
    return found?.status == 0 ? nil : "python3-gi, gir1.2-atspi-2.0 or gir1.2-cloudproviders-0.3.0 is not installed"
  }()

  /// Something in the window.
  struct Part {
    var role: String
    var name: String
    /// Its middle.
    var (x, y): (Int, Int)
  }

  private let sandbox: Sandbox
  private let screen: VirtualScreen
  private let window: RunningProcess
  private var variables: [String: String]

  /// - Parameter folder: The folder that it shows.
  init(_ sandbox: Sandbox, folder: String) throws {
    self.sandbox = sandbox
    variables = try Self.install(in: sandbox)
    screen = try VirtualScreen(sandbox)
    variables["DISPLAY"] = screen.name
    window = try sandbox.startProgram(["dbus-run-session", "--", "/bin/sh", "-c", Self.session, folder], variables)
    variables["DBUS_SESSION_BUS_ADDRESS"] = try sandbox.line(of: "address")
  }

  /// The registry of accessible windows runs before the window: a program whose first call does not reach it does not call again.
  private static let session = """
    echo $DBUS_SESSION_BUS_ADDRESS >address
    place='--dest org.a11y.Bus --object-path /org/a11y/bus'
    bus=$(gdbus call --session $place --method org.a11y.Bus.GetAddress | cut -d "'" -f 2)
    place='--dest org.freedesktop.DBus --object-path /'
    gdbus call --address "$bus" $place --method org.freedesktop.DBus.StartServiceByName org.a11y.atspi.Registry 0
    exec nautilus --new-window "$0"
    """

  /// It ends with the screen.
  func end() {
    screen.end()
    _ = window.wait()
  }

  private static func install(in sandbox: Sandbox) throws -> [String: String] {
    let (folder, packaging) = (sandbox.folder, DolphinPlugins.packaging)
    let program = """
      /usr/bin/env XDG_DATA_HOME=\(folder)/data XDG_STATE_HOME=\(folder)/state XDG_RUNTIME_DIR=\(folder)/runtime \(try Sandbox.fileprovider)
      """
    let installed = try sandbox.shell(
      """
      set -e; cd '\(packaging)/desktop'; S='\(folder)/share'
      mkdir -p "$S"/cloud-providers "$S"/dbus-1/services "$S"/icons/hicolor/scalable/emblems "$S"/icons/hicolor/scalable/apps
      cp *.ini "$S"/cloud-providers; cp emblems/*.svg "$S"/icons/hicolor/scalable/emblems
      cp ../*.svg "$S"/icons/hicolor/scalable/apps
      mkdir -p "$S"/nautilus-python/extensions; cp *.py "$S"/nautilus-python/extensions
      for unit in *.service; do sed 's|/usr/bin/fileprovider|\(program)|' $unit >"$S"/dbus-1/services/$unit; done
      """)
    try #require(installed.status == 0, "\(installed)")
    return [
      "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "FILEPROVIDER_PROGRAM": try Sandbox.fileprovider,
      "XDG_DATA_DIRS": folder + "/share:/usr/local/share:/usr/share",
    ]
  }

  func program(_ words: String...) throws -> ProcessResult { try sandbox.startProgram(words, variables).wait() }

  /// Calls a method of Nautilus for operations on files.
  func operate(_ method: String, _ arguments: String...) throws {
    let words = [
      "gdbus", "call", "--session", "--dest", "org.gnome.Nautilus", "--object-path",
      "/org/gnome/Nautilus/FileOperations2", "--method", "org.gnome.Nautilus.FileOperations2.\(method)",
    ]
    let called = try sandbox.startProgram(words + arguments + ["{}"], variables).wait()
    try #require(called.status == 0, "\(called)")
  }

  /// What is in the windows now.
  func parts() throws -> [Part] {
    try program("/usr/bin/python3", "-W", "ignore", "-c", Self.reader).lines.compactMap { line in
      let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard words.count == 4, let x = Int(words[2]), let y = Int(words[3]) else { return nil }
      return Part(role: words[0], name: words[1], x: x, y: y)
    }
  }

  /// Waits for a part.
  func part(_ name: String, _ isIt: (Part) -> Bool = { _ in true }) throws -> Part {
    var found: Part?
    _ = try eventually(seconds: 60) {
      found = try parts().first { $0.name == name && isIt($0) }
      return found != nil
    }
    let names = found == nil ? try parts().map(\.name) : []
    return try #require(found, "\(name) is not in \(names); \(window.errorSoFar)")
  }

  /// Opens the menu of a part, and waits for what is in it. A window that has just appeared may not heed a click, and a second one closes a menu.
  func openMenu(of part: Part, until name: String) throws {
    var isOpen = false
    for _ in 0..<5 where !isOpen {
      _ = try program("xdotool", "mousemove", "\(part.x)", "\(part.y)", "click", "3")
      isOpen = try eventually(seconds: 10) { try parts().contains { $0.name == name && $0.role == "menu item" } }
      if !isOpen { _ = try program("xdotool", "key", "Escape") }
    }
    try #require(isOpen, "\(name)")
  }

  /// Chooses something of an open menu.
  func choose(_ name: String) throws {
    let chosen = try program("/usr/bin/python3", "-W", "ignore", "-c", Self.reader, name)
    try #require(chosen.output == "chosen\n", "\(chosen)")
  }

  /// Saves a picture of the screen in the folder that the environment names, if it names one.
  func save(_ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["PICTURES"] else { return }
    _ = try program("import", "-window", "root", "\(folder)/\(name).png")
  }

  private static let reader = """
    import sys, gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi

    def walk(node):
        yield node
        for index in range(node.get_child_count()):
            child = node.get_child_at_index(index)
            if child is not None: yield from walk(child)

    for node in walk(Atspi.get_desktop(0)):
        name, role = node.get_name(), node.get_role_name()
        if len(sys.argv) > 1:
            if role == "menu item" and name == sys.argv[1] and node.get_action_iface().do_action(0):
                print("chosen")
                break
        elif name and node.get_component_iface():
            place = node.get_component_iface().get_extents(Atspi.CoordType.WINDOW)
            print(role, name, place.x + place.width // 2, place.y + place.height // 2, sep="\\t")
    """
}
