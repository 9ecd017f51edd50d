import Glibc

/// A mount of ours, as the kernel's table has it.
struct MountEntry: Hashable, Sendable {
  var mountpoint: String
  /// The domain, unless the mount was given another name with `-o fsname=`.
  var source: String
  var device: UInt64
  var user: UInt32
}

/// The kernel's table of mounts. Reading it touches no mount point.
enum MountTable {
  static let fileSystemType = "fuse.fileprovider"

  /// The mounts of the calling user.
  static func ours() -> [MountEntry] {
    var entries = all().filter { $0.user == getuid() }
    for index in entries.indices {
      if let domain = MountRegistry.domain(ofMountAt: entries[index].mountpoint) { entries[index].source = domain }
    }
    return entries
  }

  /// All mounts of our type.
  static func all() -> [MountEntry] { parse(File.contents("/proc/self/mountinfo") ?? "") }

  /// Reads the table (proc(5), “/proc/pid/mountinfo”).
  static func parse(_ table: String) -> [MountEntry] {
    table.split(separator: "\n").compactMap { line in
      guard let dash = line.range(of: " - ") else { return nil }
      let before = line[..<dash.lowerBound].split(separator: " ", omittingEmptySubsequences: false)
      let after = line[dash.upperBound...].split(separator: " ", omittingEmptySubsequences: false)
      guard before.count >= 6, after.count >= 3, after[0] == fileSystemType else { return nil }
      let user = after[2].split(separator: ",").first { $0.hasPrefix("user_id=") }.flatMap { UInt32($0.dropFirst(8)) }
      return MountEntry(
        mountpoint: unescape(before[4]), source: unescape(after[1]), device: device(before[2]), user: user ?? 0)
    }
  }

  private static func device(_ text: Substring) -> UInt64 {
    let numbers = text.split(separator: ":").compactMap { UInt32($0) }
    return numbers.count == 2 ? DeviceNumber.make(major: numbers[0], minor: numbers[1]) : 0
  }

  /// Spaces, tabs, line feeds and backslashes are three octal digits there.
  private static func unescape(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.count >= 3, let code = UInt8(String(Substring(rest.prefix(3))), radix: 8) {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Device numbers as `stat` has them (makedev(3), a macro).
enum DeviceNumber {
  static func make(major: UInt32, minor: UInt32) -> UInt64 {
    let (major, minor) = (UInt64(major), UInt64(minor))
    return (minor & 0xff) | (major & 0xfff) << 8 | (minor & ~0xff) << 12 | (major & ~0xfff) << 32
  }
}

extension Substring {
  /// Finds plain text.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
