import Foundation
import TestSupport
import Testing

/// What is installed here.
private enum Desktop {
  static let fileManagers = ["nautilus", "nemo", "caja", "dolphin"].filter {
    Machine.installed($0) != nil && ($0 != "dolphin" || DolphinPlugins.isPossible)
  }
  static var isPossible: Bool {
    !fileManagers.isEmpty && Machine.hasFUSE
      && ["Xvfb", "import", "convert", "dbus-run-session"].allSatisfy { Machine.installed($0) != nil }
  }
}

/// Emblems in real windows of file managers. “mount-scripts/test.sh --desktop” installs what this needs.
@Suite(
  .enabled(if: Desktop.isPossible, "Xvfb, ImageMagick, dbus-run-session or a file manager is not installed"),
  .serialized, .timeLimit(.minutes(5)))
struct FileManagerTests {
  /// A person sees what is not downloaded, and what is kept here, without anything being downloaded by that.
  @Test(arguments: Desktop.fileManagers) func `a window shows emblems`(fileManager: String) throws {
    let stage = try FolderStage(.numbers)
    defer { stage.end() }
    try stage.shell(
      """
      packaging='\(DolphinPlugins.packaging)/desktop'
      mkdir -p .local/share/\(fileManager)-python/extensions .local/share/icons/hicolor/scalable/emblems
      cp "$packaging"/fileprovider_emblems.py .local/share/\(fileManager)-python/extensions
      cp "$packaging"/emblems/*.svg .local/share/icons/hicolor/scalable/emblems
      head -c 3000000 /dev/urandom > there/film.mp4; echo kept > there/kept
      """)
    stage.eventually("test -e mnt/film.mp4 -a -e mnt/kept")
    let isOnline = "getfattr --only-values -n user.fileprovider.state mnt/film.mp4 | grep -x dataless"
    try stage.shell("$F pin \"$PWD/mnt/kept\"; \(isOnline)")

    let screen = try VirtualScreen(stage.sandbox)
    defer { screen.end() }
    var variables = [
      "DISPLAY": screen.name, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
      "FILEPROVIDER_PROGRAM": try Sandbox.fileprovider, "XDG_DATA_DIRS": "/usr/local/share:/usr/share",
      // Caja looks for extensions nowhere else.
      "XDG_DATA_HOME": stage.sandbox.folder + "/.local/share",
    ]
    if fileManager == "dolphin" {
      variables["QT_PLUGIN_PATH"] = try DolphinPlugins.build(stage.sandbox) + "/plugins"
    }
    let option = ["nautilus", "dolphin"].contains(fileManager) ? "--new-window" : "--no-desktop"
    let window = try stage.sandbox.startProgram(
      ["dbus-run-session", "--", fileManager, option, stage.sandbox.folder + "/mnt"], variables)
    // It ends with the screen.
    defer {
      screen.end()
      _ = window.wait()
    }
    // The number of pixels with the colour of an emblem.
    for color in ["#3a7bd5", "#2a9d5c"] {
      let isShown = try eventually(seconds: 60) {
        let count = try stage.sandbox.shell(
          "import -window root png:- | convert png:- -fill black +opaque '\(color)' -fill white -opaque '\(color)' -format '%[fx:int(mean*w*h)]' info:",
          variables)
        return Int(count.output) ?? 0 > 20
      }
      #expect(isShown, "\(color)")
    }
    if let folder = ProcessInfo.processInfo.environment["PICTURES"] {
      _ = try stage.sandbox.startProgram(["import", "-window", "root", "\(folder)/\(fileManager).png"], variables)
        .wait()
    }
    try stage.shell(isOnline)
  }
}
