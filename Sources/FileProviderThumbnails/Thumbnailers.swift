import FileProviderProgram
import Foundation
import LinuxSystem

/// The thumbnailers that are installed.
struct Thumbnailers {
  /// Folders of entries: one with the name of an earlier one is not used.
  let folders: [String]

  /// The user's, and then the machine's (XDG Base Directory Specification).
  static var installed: Thumbnailers {
    let own = Environment.directory("XDG_DATA_HOME") ?? Environment.home + "/.local/share"
    let machine = (Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":")
    return Thumbnailers(folders: ([own] + machine.map(String.init)).map { $0 + "/thumbnailers" })
  }

  private static let suffix = ".thumbnailer"

  /// The first one that takes one of some types.
  func one(for types: [String]) -> Thumbnailer? {
    var seen: Set<String> = []
    for folder in folders where folder.hasPrefix("/") {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for name in names.sorted() where name.hasSuffix(Self.suffix) && seen.insert(name).inserted {
        let entry = File.contents("\(folder)/\(name)").flatMap(Thumbnailer.init)
        if let entry, !entry.types.isDisjoint(with: types), entry.isInstalled { return entry }
      }
    }
    return nil
  }
}
