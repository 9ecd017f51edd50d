import FileProviderProgram
package import Glibc
import LinuxSystem

/// Notes which process serves which mount, in a file beside its socket. The kernel's table does not list the process,
/// nor the domain of a mount with another source.
package enum MountRegistry {
  package struct Note: Sendable, Hashable {
    package var process: pid_t
    package var domain: String
    package var mountpoint: String
    /// The folder of the store; `nil` in a note of an earlier version.
    package var store: String?
    /// Whether it was mounted read-only.
    package var isReadOnly: Bool
    /// When the process began (`ProcessState`); `nil` in a note of an earlier version.
    var began: UInt64?
    /// The process that mounts again when this one dies; `nil` if there is none.
    package var supervisor: pid_t?
    /// When that process began.
    var supervisorBegan: UInt64?
    /// How often it has mounted again.
    package var restarts: Int

    package init(
      process: pid_t, domain: String, mountpoint: String, store: String? = nil, isReadOnly: Bool = false,
      began: UInt64? = nil, supervisor: pid_t? = nil, supervisorBegan: UInt64? = nil, restarts: Int = 0
    ) {
      self.process = process
      self.domain = domain
      self.mountpoint = mountpoint
      self.store = store
      self.isReadOnly = isReadOnly
      self.began = began
      self.supervisor = supervisor
      self.supervisorBegan = supervisorBegan
      self.restarts = restarts
    }

    /// Whether its process serves the mount. One that was killed does not, even where a thread of it waits in the kernel for ever.
    var isServed: Bool { ProcessState.isServing(process, began: began) }
    /// Whether the folder of the store, or the database in it, was removed or renamed by hand.
    package var isWithoutStore: Bool {
      store.map { access($0 + "/items.sqlite", F_OK) != 0 && errno == ENOENT } ?? false
    }
    /// Whether it is a mount of the store in a folder, by whatever path.
    package func isOf(_ folder: String) -> Bool {
      guard let store else { return false }
      return store == folder || FolderNumber(store).map { $0 == FolderNumber(folder) } ?? false
    }
    /// Whether its process has closed everything.
    package var isGone: Bool { ProcessState.isGone(process, began: began) }
    /// Whether somebody mounts again when its process dies.
    package var isSupervised: Bool {
      supervisor.map { ProcessState.isServing($0, began: supervisorBegan) } ?? false
    }

    /// Ends the supervisor, and the process that it may be starting: after this call, nothing mounts again.
    package func endSupervision() {
      guard let supervisor, isSupervised else { return }
      kill(supervisor, SIGTERM)
      _ = Deadline.after(.seconds(10)).ask(every: .milliseconds(10)) { !isSupervised }
    }
  }

  /// Notes a mount of this process.
  ///
  /// - Returns: The path of the mount's socket, without extension.
  package static func add(_ note: Note) throws -> String { try FileIdentity.asProcess { () throws in try write(note) } }

  private static func write(_ note: Note) throws -> String {
    let base = try RuntimeDirectory.make() + "/" + baseName(note)
    // The process that this one takes the place of may have left one.
    for old in read() where old.mountpoint == note.mountpoint && old.isGone { remove(old) }
    func began(_ process: pid_t?) -> String { process.flatMap { ProcessState(of: $0) }.map { "\($0.began)" } ?? "" }
    let fields = [
      "\(note.process)", note.domain, note.mountpoint, note.store ?? "", note.isReadOnly ? "ro" : "rw",
      began(note.process), note.supervisor.map { "\($0)" } ?? "", began(note.supervisor), "\(note.restarts)",
    ]
    try File.replace(base + ".mount", with: fields.joined(separator: "\0"))
    return base
  }

  package static func remove(_ note: Note) {
    let base = RuntimeDirectory.path + "/" + baseName(note)
    FileIdentity.asProcess {
      unlink(base + ".mount")
      unlink(base + ".socket")
    }
  }

  /// The notes of mounts that are served.
  package static func notes() -> [Note] { all().filter(\.isServed) }

  /// The notes of processes that may still have their stores open: those that serve, killed ones that have not ended, and those whose mount is about to be
  /// mounted again.
  package static func lingering() -> [Note] { all().filter { !$0.isGone || $0.isSupervised } }

  /// The notes of processes that died and whose mount is still in the kernel's table, or is about to be mounted again. Other notes are removed when nothing is
  /// left of their processes.
  package static func deserted() -> [Note] {
    let dead = all().filter { !$0.isServed }
    guard !dead.isEmpty else { return [] }
    let served = Set(notes().map(\.mountpoint))
    let mounted = Set(MountTable.all().map(\.mountpoint))
    let left = dead.filter {
      !served.contains($0.mountpoint) && (mounted.contains($0.mountpoint) || $0.isSupervised)
    }
    for note in dead where note.isGone && !left.contains(note) { remove(note) }
    return left
  }

  /// Whether the process that served a mount died, and the mount is still there.
  package static func isDeserted(_ mountpoint: String) -> Bool {
    deserted().contains { $0.mountpoint == mountpoint }
      && MountTable.all().contains { $0.mountpoint == mountpoint }
  }

  /// All notes, also those of processes that died.
  static func all() -> [Note] { FileIdentity.asProcess { read() } }

  private static func read() -> [Note] {
    RuntimeDirectory.names(endingIn: ".mount").compactMap { name in
      let text = File.contents(RuntimeDirectory.path + "/" + name) ?? ""
      let fields = text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
      guard fields.count >= 3, let process = pid_t(fields[0]) else { return nil }
      // A note of an earlier version has fewer.
      func field(_ number: Int) -> String { fields.count > number ? fields[number] : "" }
      return Note(
        process: process, domain: fields[1], mountpoint: fields[2], store: field(3).isEmpty ? nil : field(3),
        isReadOnly: field(4) == "ro", began: UInt64(field(5)), supervisor: pid_t(field(6)),
        supervisorBegan: UInt64(field(7)), restarts: Int(field(8)) ?? 0)
    }
  }

  /// When a mount was noted, in microseconds since 1970.
  package static func since(_ note: Note) -> Int64 {
    var status = stat()
    guard stat(RuntimeDirectory.path + "/" + baseName(note) + ".mount", &status) == 0 else { return 0 }
    return Int64(status.st_mtim.tv_sec) * 1_000_000 + Int64(status.st_mtim.tv_nsec) / 1000
  }

  package static func socketPath(of note: Note) -> String { RuntimeDirectory.path + "/" + baseName(note) + ".socket" }

  private static func baseName(_ note: Note) -> String {
    let hash = note.mountpoint.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return "\(note.process)-" + String(hash, radix: 16)
  }
}
