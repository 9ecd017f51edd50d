import FileProviderStore
import Glibc

/// A mount, as the kernel's table has it.
struct MountEntry: Hashable, Sendable {
  var mountpoint: String
  /// The domain of a mount of ours, unless its name was changed with `-o fsname=` and there is no note of it.
  var source: String
  var type: String
  var device: UInt64
  var user: UInt32
  /// Whether it is one of ours.
  var isOurs: Bool
  /// The directory of its store, if the process that serves it has left a note.
  var store: String?

  /// Its own options: `rw,nosuid,nodev,relatime`.
  fileprivate(set) var options = ""

  /// The components of the mount point, spelled.
  fileprivate(set) var names: [String]
  /// The components of the path within the mounted file system, spelled: not empty after `mount --bind`.
  let rootNames: [String]

  /// - Parameter root: A spelling.
  init(
    mountpoint: String, root: String = "/", source: String, type: String = MountTable.fileSystemType,
    device: UInt64 = 0, user: UInt32
  ) {
    self.mountpoint = mountpoint
    self.source = source
    self.type = type
    self.device = device
    self.user = user
    isOurs = type == MountTable.fileSystemType
    names = ItemPath.normalized(String(spelling: mountpoint.utf8))
    rootNames = ItemPath.normalized(root)
  }
}

/// The kernel's table of mounts. Reading it touches no mount point.
enum MountTable {
  static let fileSystemType = "fuse.fileprovider"

  /// All mounts of ours, of every user.
  static func all() -> [MountEntry] { everything().filter(\.isOurs) }

  /// All mounts of this machine, in the order of the table. Ours are those of our type, and those with a note of the
  /// process that serves them, which may have another type.
  static func everything() -> [MountEntry] {
    var entries = parse(File.bytes("/proc/self/mountinfo") ?? [])
    guard entries.contains(where: { $0.type.hasPrefix("fuse.") }) else { return entries }
    // The same file system may be visible in several places; the note names the one where it was mounted.
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
  static func parse(_ table: [UInt8]) -> [MountEntry] {
    table.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map(Array.init)
      guard let dash = fields.dropFirst(6).firstIndex(of: [UInt8(ascii: "-")]), fields.count > dash + 3 else {
        return nil
      }
      let user = text(fields[dash + 3]).split(separator: ",").first { $0.hasPrefix("user_id=") }
      let mountpoint = unescape(fields[4])
      var entry = MountEntry(
        mountpoint: text(mountpoint), root: String(spelling: unescape(fields[3])),
        source: text(unescape(fields[dash + 2])), type: text(fields[dash + 1]), device: device(text(fields[2])),
        user: user.flatMap { UInt32($0.dropFirst(8)) } ?? 0)
      entry.names = ItemPath.normalized(String(spelling: mountpoint))
      entry.options = text(fields[5])
      return entry
    }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func device(_ text: String) -> UInt64 {
    let numbers = text.split(separator: ":").compactMap { UInt32($0) }
    return numbers.count == 2 ? DeviceNumber.make(major: numbers[0], minor: numbers[1]) : 0
  }

  /// Decodes spaces, tabs, line feeds and backslashes, which the table has as three octal digits.
  private static func unescape(_ text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.count >= 3, let code = UInt8(Self.text(Array(rest.prefix(3))), radix: 8) {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}

/// Device numbers as `stat` has them (makedev(3), a macro).
enum DeviceNumber {
  static func make(major: UInt32, minor: UInt32) -> UInt64 {
    let (major, minor) = (UInt64(major), UInt64(minor))
    return (minor & 0xff) | (major & 0xfff) << 8 | (minor & ~0xff) << 12 | (major & ~0xfff) << 32
  }
}
