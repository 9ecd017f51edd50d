import Foundation
import TestSupport
import Testing

/// The plug-ins for Dolphin, built by CMake in `.build/tests` where the headers of KDE are installed.
enum DolphinPlugins {
  static let packaging = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("mount-scripts/packaging").path

  /// Whether they can be built.
  static let isPossible = !headers.isEmpty && ["cmake", "c++"].allSatisfy { Machine.installed($0) != nil }

  private static let headers = ["KF5", "KF6"].filter {
    FileManager.default.fileExists(atPath: "/usr/include/\($0)/KIOWidgets/KOverlayIconPlugin")
      || FileManager.default.fileExists(atPath: "/usr/include/\($0)/KIO/KOverlayIconPlugin")
  }

  /// Builds them.
  ///
  /// - Returns: The folder of the build, with `plugins` for `QT_PLUGIN_PATH`, and `tryplugins`.
  static func build(_ sandbox: Sandbox) throws -> String {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folder = own.components(separatedBy: "/.build/")[0] + "/.build/tests/dolphin"
    let built = try sandbox.shell(
      """
      exec >&2; set -e; cmake -S '\(packaging)/dolphin' -B '\(folder)' -DTRY_PLUGINS=ON -DKDE_INSTALL_PLUGINDIR=plugins
      cmake --build '\(folder)'; cmake --install '\(folder)' --prefix '\(folder)'
      """)
    try #require(built.status == 0, "\(built.error)")
    return folder
  }
}
