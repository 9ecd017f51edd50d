package import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import Synchronization

/// Whether the kernel reads and writes contents itself on this mount.
package final class Passthrough: Sendable {
  private struct State {
    var registry: BackingRegistry?
    /// Why there is none.
    var reason: String?
  }

  /// The refusal of a mount without the option.
  package static let notRequested = "not asked for (-o passthrough)"

  private let state: Mutex<State>
  /// Whether there is a registry, and whether there is to be none: one load each, because every opening asks.
  private let hasRegistry = Atomic<Bool>(false)
  private let hasRefusal: Atomic<Bool>

  /// - Parameter refusal: Why there is to be none.
  init(refusal: String?) {
    state = Mutex(State(reason: refusal))
    hasRefusal = Atomic(refusal != nil)
  }

  var registry: BackingRegistry? { hasRegistry.load(ordering: .acquiring) ? state.withLock { $0.registry } : nil }

  /// Why there is none; `nil` when there is.
  package var refusal: String? { state.withLock { $0.registry == nil ? $0.reason ?? "the mount has not begun" : nil } }

  /// Whether there is none, and will be none.
  package var isRefused: Bool { hasRefusal.load(ordering: .acquiring) }

  /// Notes that the kernel has none.
  package func refuse(_ reason: String) {
    state.withLock { if $0.reason == nil { $0.reason = reason } }
    hasRefusal.store(true, ordering: .releasing)
  }

  /// Begins, if the kernel, the process and the disk allow it: tried with a file that has no name.
  package func begin(_ registry: BackingRegistry, contents: ContentFiles) {
    if isRefused { return }
    if let reason = Self.problem(registry, in: contents.directory.path) { return refuse(reason) }
    state.withLock { $0.registry = registry }
    hasRegistry.store(true, ordering: .releasing)
  }

  private static func problem(_ registry: BackingRegistry, in folder: String) -> String? {
    // `O_TMPFILE`, which Swift's Glibc leaves out.
    guard let file = Descriptor(opening: folder, O_RDWR | 0o20_200_000),
      let reading = Backing.reopen(file.number, O_RDONLY)
    else { return "no file can be tried in the store: \(String(cString: strerror(errno)))" }
    guard tellsChangesApart(file.number) else {
      return "the disk does not tell two changes apart (Linux 6.13 and later)"
    }
    guard notesMappings(file.number) else { return "the disk does not note what is written to a mapping" }
    guard FileLease.hasWriter(reading.number) == true else { return "the disk has no leases" }
    let number = registry.add(reading.number)
    guard number > 0 else { return words(for: errno) }
    registry.remove(number)
    return nil
  }

  /// Whether each change of a file that was asked for its times has a time of its own.
  private static func tellsChangesApart(_ file: Int32) -> Bool {
    var last: FileStamp?
    for _ in 0..<3 {
      var byte: UInt8 = 0
      guard pwrite(file, &byte, 1, 0) == 1, let stamp = OpenFile.status(of: file).map({ FileStamp($0) }), stamp != last
      else { return false }
      last = stamp
    }
    return true
  }

  /// Whether a write to a mapping changes the time of the file, after it was read, and after it was put on the disk; on tmpfs it does not.
  private static func notesMappings(_ file: Int32) -> Bool {
    let size = Int(getpagesize())
    guard ftruncate(file, off_t(size)) == 0,
      let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED
    else { return false }
    defer { munmap(memory, size) }
    for _ in 0..<2 {
      let byte = memory.load(as: UInt8.self)
      guard let before = OpenFile.status(of: file).map({ FileStamp($0) }) else { return false }
      memory.storeBytes(of: byte + 1, as: UInt8.self)
      guard OpenFile.status(of: file).map({ FileStamp($0) }) != before, fdatasync(file) == 0 else { return false }
    }
    return true
  }

  private static func words(for number: Int32) -> String {
    switch number {
    case EPERM: "the process lacks CAP_SYS_ADMIN"
    case ELOOP: "the store is on a stacked file system"
    default: "the kernel refuses files of the store: \(String(cString: strerror(number)))"
    }
  }
}
