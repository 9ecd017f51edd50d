import Foundation
import LinuxSystem

/// What an `Info.plist` beside a program says of it.
struct ProgramDescription {
  /// The name that people see; otherwise that of the program.
  let displayName: String
  /// The bundle identifier; otherwise the name of the program.
  let identifier: String

  /// That of this process.
  static var current: ProgramDescription { ProgramDescription(of: currentProgram) }

  /// The program of this process.
  static var currentProgram: URL { URL(fileURLWithPath: executablePath(of: getpid()) ?? CommandLine.arguments[0]) }

  init(of program: URL) {
    let file = program.deletingLastPathComponent().appendingPathComponent("Info.plist")
    let list = (try? Data(contentsOf: file)).flatMap {
      try? PropertyListSerialization.propertyList(from: $0, options: [], format: nil) as? [String: Any]
    }
    let text = { (keys: [String]) in keys.lazy.compactMap { list?[$0] as? String }.first { !$0.isEmpty } }
    displayName = text(["CFBundleDisplayName", "CFBundleName"]) ?? program.lastPathComponent
    identifier = text(["CFBundleIdentifier"]) ?? program.lastPathComponent
  }
}
