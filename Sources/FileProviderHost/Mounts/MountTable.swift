import Glibc

/// A mount, as the kernel's table has it.
struct MountEntry: Hashable, Sendable {
  var mountpoint: String
  /// What of the mounted file system is seen there: another path than `/` after `mount --bind`.
  var root: String
  /// The domain of a mount of ours, unless it was given another name with `-o fsname=` and nobody knows better.
  var source: String
  var type: String
  var device: UInt64
  var user: UInt32
  /// Whether it is one of ours.
  var isOurs: Bool
  /// Where its domain is kept, if the process that serves it left word.
  var store: String?

  /// The components of the mount point, and of the root.
  let names: [String]
  let rootNames: [String]

  init(
    mountpoint: String, root: String = "/", source: String, type: String = MountTable.fileSystemType,
    device: UInt64 = 0,
    user: UInt32
  ) {
    self.mountpoint = mountpoint
    self.root = root
    self.source = source
    self.type = type
    self.device = device
    self.user = user
    isOurs = type == MountTable.fileSystemType
    names = ItemPath.normalized(mountpoint)
    rootNames = ItemPath.normalized(root)
  }
}

/// The kernel's table of mounts. Reading it touches no mount point.
enum MountTable {
  static let fileSystemType = "fuse.fileprovider"

  /// All mounts of ours, of every user.
  static func all() -> [MountEntry] { everything().filter(\.isOurs) }

  /// All mounts of this machine, in the order of the table. Ours are those of our type, and those that the process which serves them noted:
  /// they may have another type.
  static func everything() -> [MountEntry] {
    var entries = parse(File.contents("/proc/self/mountinfo") ?? "")
    guard entries.contains(where: { $0.type.hasPrefix("fuse.") }) else { return entries }
    // The same file system may be seen in several places; what is noted is where it was mounted.
    var noted: [UInt64: MountRegistry.Note] = [:]
    for note in MountRegistry.all() {
      for entry in entries where entry.mountpoint == note.mountpoint && entry.type.hasPrefix("fuse.") {
        noted[entry.device] = note
      }
    }
    for index in entries.indices {
      guard let note = noted[entries[index].device] else { continue }
      entries[index].isOurs = true
      entries[index].source = note.domain
      entries[index].store = note.store
    }
    return entries
  }

  /// Reads the table (proc(5), “/proc/pid/mountinfo”).
  static func parse(_ table: String) -> [MountEntry] {
    table.split(separator: "\n").compactMap { line in
      guard let dash = line.range(of: " - ") else { return nil }
      let before = line[..<dash.lowerBound].split(separator: " ", omittingEmptySubsequences: false)
      let after = line[dash.upperBound...].split(separator: " ", omittingEmptySubsequences: false)
      guard before.count >= 6, after.count >= 3 else { return nil }
      let user = after[2].split(separator: ",").first { $0.hasPrefix("user_id=") }.flatMap { UInt32($0.dropFirst(8)) }
      return MountEntry(
        mountpoint: unescape(before[4]), root: unescape(before[3]), source: unescape(after[1]), type: String(after[0]),
        device: device(before[2]), user: user ?? 0)
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
