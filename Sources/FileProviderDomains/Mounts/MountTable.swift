import FileProviderStore
import LinuxSystem

/// A mount, as the kernel's table has it.
package struct MountEntry: Hashable, Sendable {
  package var mountpoint: String
  /// The domain of a mount of ours, unless its name was changed with `-o fsname=` and there is no note of it.
  package var source: String
  var type: String
  package var device: UInt64
  package var user: UInt32
  /// Whether it is one of ours.
  var isOurs: Bool
  /// The directory of its store, if the process that serves it has left a note.
  var store: String?

  /// Its own options: `rw`, `nosuid`, `nodev`, `relatime`.
  package fileprivate(set) var options: [String] = []
  /// Those of its file system: `rw`, `user_id=0`, `allow_other`.
  package fileprivate(set) var superOptions: [String] = []

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
package enum MountTable {
  static let fileSystemType = "fuse.fileprovider"

  /// All mounts of ours, of every user.
  package static func all() -> [MountEntry] { everything().filter(\.isOurs) }

  /// All mounts of this machine, in the order of the table. Ours are those of our type, and those with a note of the
  /// process that serves them, which may have another type.
  static func everything() -> [MountEntry] {
    var entries = KernelMount.all().map(MountEntry.init)
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

  /// Reads a table.
  static func parse(_ table: [UInt8]) -> [MountEntry] { KernelMount.parse(table).map(MountEntry.init) }
}

extension MountEntry {
  fileprivate init(_ mount: KernelMount) {
    let superOptions = mount.superOptions.split(separator: ",").map(String.init)
    let user = superOptions.first { $0.hasPrefix("user_id=") }
    self.init(
      mountpoint: String(decoding: mount.mountpoint, as: UTF8.self), root: String(spelling: mount.root),
      source: String(decoding: mount.source, as: UTF8.self), type: mount.type, device: mount.device,
      user: user.flatMap { UInt32($0.dropFirst(8)) } ?? 0)
    names = ItemPath.normalized(String(spelling: mount.mountpoint))
    options = mount.options.split(separator: ",").map(String.init)
    self.superOptions = superOptions
  }
}
