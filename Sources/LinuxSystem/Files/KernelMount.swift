import Glibc

/// A mount, as the kernel's table has it (`proc_pid_mountinfo(5)`). Reading the table touches no mount point.
package struct KernelMount: Hashable, Sendable {
  /// The device's number, in its two parts; a FUSE connection is known by `minor`.
  package var major: UInt32
  package var minor: UInt32
  /// What is seen here of the mounted file system: `/`, or else after `mount --bind`.
  package var root: [UInt8]
  /// Where it is mounted, absolute.
  package var mountpoint: [UInt8]
  /// The mount's own options: `rw,nosuid,nodev,relatime`.
  package var options: String
  package var type: String
  package var source: [UInt8]
  /// The file system's options: `rw,user_id=0,group_id=0`.
  package var superOptions: String

  package var isFUSE: Bool { type == "fuse" || type.hasPrefix("fuse.") || type == "fuseblk" }

  /// The device's number as `stat` has it (makedev(3), a macro).
  package var device: UInt64 { DeviceNumber.make(major: major, minor: minor) }

  /// All that this process sees, in the order of the table: of two at one place the later is on top.
  package static func all() -> [KernelMount] { parse(table()) }

  /// What is mounted on top at a path, if it is a mount point.
  package static func mount(at path: String) -> KernelMount? {
    let path = Array(path.utf8)
    return all().last { $0.mountpoint == path }
  }

  /// Reads a table; what is not a line of one is left out.
  package static func parse(_ table: [UInt8]) -> [KernelMount] {
    table.split(separator: UInt8(ascii: "\n")).compactMap { KernelMount(line: $0) }
  }

  private init?(line: ArraySlice<UInt8>) {
    let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    // Six fields, any number of optional ones, a dash, three more.
    guard let dash = fields.dropFirst(6).firstIndex(where: { $0.elementsEqual([UInt8(ascii: "-")]) }),
      fields.count > dash + 3
    else { return nil }
    let device = Self.text(fields[2]).split(separator: ":").compactMap { UInt32($0) }
    guard device.count == 2 else { return nil }
    (major, minor) = (device[0], device[1])
    root = Self.unescaped(fields[3])
    mountpoint = Self.unescaped(fields[4])
    options = Self.text(fields[5])
    type = Self.text(fields[dash + 1])
    source = Self.unescaped(fields[dash + 2])
    superOptions = Self.text(fields[dash + 3])
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Spaces, tabs, line feeds and backslashes are a backslash and three octal digits there.
  private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.count >= 3, let code = UInt8(text(rest.prefix(3)), radix: 8) {
        result.append(code)
        rest = rest.dropFirst(3)
      } else {
        result.append(byte)
      }
    }
    return result
  }

  /// The table, whole. It has no size to be asked for.
  private static func table() -> [UInt8] {
    guard let file = Descriptor(opening: "/proc/self/mountinfo", O_RDONLY) else { return [] }
    var table: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(file.number, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return table }
      table.append(contentsOf: buffer[..<count])
    }
  }
}
