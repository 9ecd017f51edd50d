import Foundation
import Glibc
import LinuxSystem

/// The contents of a witness file: the store's identifier, and the newest generation of the database. It is written after each commit.
struct WitnessRecord: Equatable {
  /// First in the file: `CommitStamp` maps it, and raises it when it finds a commit that the writer did not report.
  private var stamp: Int64
  let generation: Int64
  /// The stretch of time in which it holds, see `MountEpoch`; 0 when it holds for ever.
  let epoch: UInt64
  private let store: (UInt64, UInt64)
  /// Detects a record that was written in part, or changed by a fault of the disk.
  private var sum: UInt64

  /// Stands for a store whose identity is not known.
  static let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

  static let size = MemoryLayout<WitnessRecord>.size

  init(generation: Generation, epoch: UInt64 = 0, store: UUID) {
    stamp = generation.rawValue
    self.generation = generation.rawValue
    self.epoch = epoch
    self.store = Self.words(store)
    sum = 0
    sum = expectedSum
  }

  /// Reads the record of a file; `nil` when there is no intact one.
  init?(from descriptor: Int32) {
    var record = WitnessRecord(generation: .zero, store: Self.nobody)
    let isWhole = withUnsafeMutableBytes(of: &record) { pread(descriptor, $0.baseAddress, Self.size, 0) == Self.size }
    guard isWhole, record.sum == record.expectedSum else { return nil }
    self = record
  }

  /// Reads the record of the file with this path.
  init?(path: String) {
    guard let file = Descriptor(openingFile: path, O_RDONLY) else { return nil }
    self.init(from: file.number)
  }

  /// The store that it is of; `nil` when it names none.
  var owner: UUID? {
    guard !isOf(Self.nobody) else { return nil }
    return withUnsafeBytes(of: store) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// Writes it with one call.
  func write(to descriptor: Int32) {
    _ = withUnsafeBytes(of: self) { pwrite(descriptor, $0.baseAddress, Self.size, 0) }
  }

  func isOf(_ store: UUID) -> Bool { self.store == Self.words(store) }

  private var expectedSum: UInt64 {
    var sum: UInt64 = 0x6a09_e667_f3bc_c908
    func add(_ word: UInt64) {
      sum = (sum ^ word) &* 0x9e37_79b9_7f4a_7c15
      sum ^= sum >> 29
    }
    add(UInt64(bitPattern: generation))
    add(epoch)
    add(store.0)
    add(store.1)
    return sum
  }

  private static func words(_ store: UUID) -> (UInt64, UInt64) {
    withUnsafeBytes(of: store.uuid) {
      ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
  }

  static func == (a: WitnessRecord, b: WitnessRecord) -> Bool {
    a.stamp == b.stamp && a.generation == b.generation && a.epoch == b.epoch && a.store == b.store
  }
}
