import Foundation
import Glibc
import LinuxSystem
import Synchronization

/// The file that a writer touches after each commit, and that waiting readers watch.
///
/// The events of the database's own files come before a commit is visible: a reader that looks at once sees nothing in
/// 10–30 % of cases (measured). This one is written when the commit is done.
///
/// It is also a witness: it survives the process, so within one epoch (`MountEpoch`) a database that ends before the generation in it is damaged.
final class WakeFile: Sendable {
  let url: URL
  /// `nil` where it is missing and may not be made.
  private let descriptor: Descriptor?
  private let epoch: UInt64
  /// The store's identity, which is written into the file; set once, when it is known.
  private let store = Mutex<UUID?>(nil)

  /// - Parameters:
  ///   - access: For reading only, the file may be missing.
  ///   - boot: This run of the machine.
  init(directory: URL, access: StoreAccess = .changing, boot: BootIdentity?) throws(StoreError) {
    url = Self.url(in: directory)
    if access == .reading {
      descriptor = Descriptor(openingFile: url.path, O_RDONLY)
    } else {
      guard let file = StoreOwner(of: directory).open(url.path) else {
        throw StoreError(errno: errno, "cannot open \(url.path)")
      }
      descriptor = consume file
    }
    epoch = MountEpoch.current(of: descriptor.number, boot: boot) ?? 0
  }

  static func url(in directory: URL) -> URL { directory.appendingPathComponent("wake") }

  /// Wakes the readers. A failure does no harm: they also compare the database's version every second.
  func touch(_ generation: Generation) {
    // Without the store's identity the file is no witness, and only wakes.
    record(generation, of: store.withLock { $0 } ?? WitnessRecord.nobody).write(to: descriptor.number)
  }

  /// Makes it a witness of a database that was opened, and of later commits.
  func vouch(for store: UUID, at generation: Generation) {
    self.store.withLock { $0 = store }
    let record = record(generation, of: store)
    // Writing the same again would wake the readers for nothing.
    if WitnessRecord(from: descriptor.number) != record { record.write(to: descriptor.number) }
  }

  private func record(_ generation: Generation, of store: UUID) -> WitnessRecord {
    WitnessRecord(generation: generation, epoch: epoch, store: store)
  }

  /// The newest generation in the file.
  var generation: Generation {
    var value: Int64 = 0
    _ = pread(descriptor.number, &value, MemoryLayout<Int64>.size, 0)
    return Generation(rawValue: value)
  }

  /// How many requests the mounts of a provider's domain have answered, about.
  var answeredRequests: UInt64 {
    var value: UInt64 = 0
    _ = pread(descriptor.number, &value, MemoryLayout<UInt64>.size, off_t(WakeLayout.requestCount))
    return value
  }

  /// The newest generation in the file; `nil` if the file is of another store or another epoch, or cannot be read.
  static func witnessed(in directory: URL, of store: UUID, boot: BootIdentity?) -> Generation? {
    guard let file = Descriptor(openingFile: url(in: directory).path, O_RDONLY),
      let record = WitnessRecord(from: file.number), record.isOf(store),
      let epoch = MountEpoch.current(of: file.number, boot: boot), record.epoch == epoch
    else { return nil }
    return Generation(rawValue: record.generation)
  }
}

/// Where what is in the file lies behind the record of commits, for mounts that map it.
package enum WakeLayout {
  /// The count of their requests, of 8 bytes.
  package static let requestCount = 64
  /// How long the file has to be for that.
  package static let size = 72
}
