import Foundation
import TestSupport

/// Trees on the disk to import.
enum Trees {
  /// A tree with every kind of node, odd names and odd attributes.
  static func varied(_ path: String, folders: Int = 20, files: Int = 15) throws {
    try Sandbox.makeFolder(path)
    for folder in 0..<folders {
      let place = "\(path)/folder \(folder)/Ünter\(folder % 3)/deep"
      try Sandbox.makeFolder(place)
      for file in 0..<files {
        try contents(folder * 100 + file, bytes: file * file * 40).write(
          to: URL(fileURLWithPath: "\(place)/file \(file).txt"))
        chmod("\(place)/file \(file).txt", [0o644, 0o600, 0o755, 0o444][file % 4])
      }
      symlink("../\(folder)", "\(place)/link")
      symlink("nowhere/at all", "\(place)/dangling")
      mkfifo("\(place)/pipe", 0o620)
    }
    try contents(1, bytes: 3_000_000).write(to: URL(fileURLWithPath: path + "/large"))
    try Data().write(to: URL(fileURLWithPath: path + "/with\nline"))
    try Data().write(to: URL(fileURLWithPath: path + "/" + String(repeating: "n", count: 255)))
    try Sandbox.makeFolder(path + "/empty", mode: 0o2775)
  }

  /// Many folders with nothing in them.
  static func folders(_ path: String, count: Int) throws {
    for number in 0..<count { try Sandbox.makeFolder("\(path)/d\(number)") }
  }

  static func contents(_ seed: Int, bytes: Int) -> Data {
    var word = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1
    return Data(
      (0..<bytes).map { _ in
        word ^= word << 13
        word ^= word >> 7
        word ^= word << 17
        return UInt8(truncatingIfNeeded: word)
      })
  }
}
