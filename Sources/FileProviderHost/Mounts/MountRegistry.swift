import Glibc
import LinuxSystem

/// Notes which process serves which mount, in a file beside its socket. The kernel's table does not tell the process,
/// nor the domain of a mount with another source.
enum MountRegistry {
  struct Note: Sendable, Hashable {
    var process: pid_t
    var domain: String
    var mountpoint: String
    /// The folder of the store; `nil` in a note of an earlier version.
    var store: String?
    /// Whether it was mounted read-only.
    var isReadOnly = false
    /// When the process began (`ProcessState`); `nil` in a note of an earlier version.
    var began: UInt64?

    /// Whether its process serves the mount. One that was killed does not, even where a thread of it waits in the kernel for ever.
    var isServed: Bool { ProcessState.isServing(process, began: began) }
    /// Whether the folder of the store, or the database in it, was removed or renamed by hand.
    var isWithoutStore: Bool { store.map { access($0 + "/items.sqlite", F_OK) != 0 && errno == ENOENT } ?? false }
    /// Whether its process has closed everything.
    var isGone: Bool { ProcessState.isGone(process, began: began) }
  }

  /// Notes a mount of this process.
  ///
  /// - Returns: The path of the mount's socket, without extension.
  static func add(_ note: Note) throws -> String { try FileIdentity.asProcess { () throws in try write(note) } }

  private static func write(_ note: Note) throws -> String {
    let base = try RuntimeDirectory.make() + "/" + baseName(note)
    let fields = [
      "\(note.process)", note.domain, note.mountpoint, note.store ?? "", note.isReadOnly ? "ro" : "rw",
      ProcessState(of: note.process).map { String($0.began) } ?? "",
    ]
    try File.replace(base + ".mount", with: fields.joined(separator: "\0"))
    return base
  }

  static func remove(_ note: Note) {
    let base = RuntimeDirectory.path + "/" + baseName(note)
    FileIdentity.asProcess {
      unlink(base + ".mount")
      unlink(base + ".socket")
    }
  }

  /// The notes of mounts that are served.
  static func notes() -> [Note] { all().filter(\.isServed) }

  /// The notes of processes that may still have their stores open: those that serve, and killed ones that have not ended.
  static func lingering() -> [Note] { all().filter { !$0.isGone } }

  /// The notes of processes that died and whose mount is still in the kernel's table. Other notes are removed when nothing is left of their
  /// processes.
  static func deserted() -> [Note] {
    let dead = all().filter { !$0.isServed }
    guard !dead.isEmpty else { return [] }
    let served = Set(notes().map(\.mountpoint))
    let mounted = Set(MountTable.all().map(\.mountpoint)).subtracting(served)
    for note in dead where note.isGone && !mounted.contains(note.mountpoint) { remove(note) }
    return dead.filter { mounted.contains($0.mountpoint) }
  }

  /// Whether the process that served a mount died, and the mount is still there.
  static func isDeserted(_ mountpoint: String) -> Bool { deserted().contains { $0.mountpoint == mountpoint } }

  /// All notes, also those of processes that died.
  static func all() -> [Note] { FileIdentity.asProcess { read() } }

  private static func read() -> [Note] {
    RuntimeDirectory.names(endingIn: ".mount").compactMap { name in
      let fields = (File.contents(RuntimeDirectory.path + "/" + name) ?? "").split(separator: "\0").map(String.init)
      guard fields.count >= 3, let process = pid_t(fields[0]) else { return nil }
      return Note(
        process: process, domain: fields[1], mountpoint: fields[2], store: fields.count > 3 ? fields[3] : nil,
        isReadOnly: fields.count > 4 && fields[4] == "ro", began: fields.count > 5 ? UInt64(fields[5]) : nil)
    }
  }

  /// When a mount was noted, in microseconds since 1970.
  static func since(_ note: Note) -> Int64 {
    var status = stat()
    guard stat(RuntimeDirectory.path + "/" + baseName(note) + ".mount", &status) == 0 else { return 0 }
    return Int64(status.st_mtim.tv_sec) * 1_000_000 + Int64(status.st_mtim.tv_nsec) / 1000
  }

  static func socketPath(of note: Note) -> String { RuntimeDirectory.path + "/" + baseName(note) + ".socket" }

  private static func baseName(_ note: Note) -> String {
    let hash = note.mountpoint.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return "\(note.process)-" + String(hash, radix: 16)
  }
}
