import Foundation
import Glibc

/// What is mounted in this process's view of the system (`proc_pid_mountinfo(5)`).
enum MountTable {
  struct Entry {
    var mountpoint: String
    var type: String
    /// The number of the device, by which the kernel's list of FUSE connections knows it.
    var minor: Int

    var isFUSE: Bool { type == "fuse" || type.hasPrefix("fuse.") || type == "fuseblk" }
  }

  /// What is mounted on top at a path, if it is a mount point.
  static func entry(at path: String) -> Entry? {
    guard let table = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8) else { return nil }
    return table.split(separator: "\n").compactMap { parse(String($0)) }.last { $0.mountpoint == path }
  }

  static func parse(_ line: String) -> Entry? {
    let fields = line.split(separator: " ").map(String.init)
    guard fields.count > 6, let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count else { return nil }
    let device = fields[2].split(separator: ":")
    guard device.count == 2, let minor = Int(device[1]) else { return nil }
    return Entry(mountpoint: unescaped(fields[4]), type: fields[dash + 1], minor: minor)
  }

  /// Spaces and the like are written as a backslash and three octal digits.
  private static func unescaped(_ field: String) -> String {
    var result: [UInt8] = []
    var bytes = Array(field.utf8)[...]
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "\\"), bytes.count >= 3,
        let value = UInt8(String(decoding: bytes.prefix(3), as: UTF8.self), radix: 8)
      {
        result.append(value)
        bytes = bytes.dropFirst(3)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
