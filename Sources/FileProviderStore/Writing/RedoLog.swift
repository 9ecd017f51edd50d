import Foundation
import Glibc
import LinuxSystem
import FileProviderSQLite

/// The file of changes that are acknowledged and not committed yet. If their process dies, the next writer of the store makes them again.
///
/// The file holds the records of one group of changes at a time: a header that identifies the state before the group, then the records. Each is
/// written with one call before its change is acknowledged, into room that was allocated with the file. The number of the last committed group
/// is in the database, and is committed together with the group, so no group is made twice. A record survives the end of the process, but not
/// that of the machine, like a commit that was not synchronized. The header determines whether the records still apply; see `StoreRecovery`.
final class RedoLog: @unchecked Sendable {
  // Sendable: used by the holder of the store's write lock.
  let path: String
  private var descriptor: Descriptor
  /// `nil` when the file is only read.
  private let directory: URL?
  private var hasName = true
  private var end = 0
  private var nonce: UInt64 = 0
  private var frame: [UInt8] = []

  /// The room for a group, in bytes.
  static let capacity = 256 << 10
  private static let signature: [UInt8] = Array("FPREDO".utf8)
  /// The version of the records' format. New cases of `ChangeStatement` need no new version.
  private static let version: UInt16 = 2
  private static let headerSize = MemoryLayout<Header>.size
  private static let recordSize = MemoryLayout<Record>.size

  /// The state of the store before a group.
  struct Base: Equatable {
    var store: UUID
    var epoch: Epoch
    /// The group's own number, one more than that of the group before it.
    var group: Int64
    var generation: Int64
    var wal: WALState
  }

  /// What the file has.
  enum Contents {
    case nothing
    case group(Base)
    /// It begins like a redo log, and is none.
    case unreadable
    /// Of a version that wrote the statements themselves; see `OldRedoRecords`.
    case ofOldVersion(group: Int64)
  }

  private struct Header {
    var signature: UInt64 = 0
    var store: uuid_t = UUID().uuid
    var boot: UInt64 = 0
    var epoch: Int64 = 0
    var group: Int64 = 0
    var generation: Int64 = 0
    var checksum: UInt64 = 0
    var salts: UInt64 = 0
    var frames: UInt64 = 0
    /// A random number that no program can know in advance. Behind the last record there may be bytes of an earlier group, among them values of
    /// attributes that a program chose to look like a record.
    var nonce: UInt64 = 0
    var sum: UInt64 = 0
  }

  /// The header of each record.
  private struct Record {
    var count: UInt64 = 0
    var sum: UInt64 = 0
  }

  /// - Throws: When the file cannot be made.
  init(directory: URL) throws(StoreError) {
    self.directory = directory
    path = directory.appendingPathComponent("redo").path
    guard let file = StoreOwner(of: directory).open(path) else {
      throw StoreError(errno: errno, "cannot open \(path)")
    }
    descriptor = file
  }

  /// Opens an existing file for reading.
  ///
  /// - Returns: `nil` when there is nothing.
  init?(reading directory: URL) {
    self.directory = nil
    path = directory.appendingPathComponent("redo").path
    guard let file = Descriptor(openingFile: path, O_RDONLY) else { return nil }
    descriptor = file
  }

  /// Allocates the room for a group on the disk.
  ///
  /// - Returns: Whether there was enough.
  func takeRoom() -> Bool { posix_fallocate(descriptor.number, 0, off_t(Self.capacity)) == 0 }

  /// Makes a new file if this one was removed while it was in use: the next opening would not find records that are written into a removed file.
  /// Called once per group. If no new file can be made, nothing is recorded.
  func replaceIfRemoved() {
    var status = stat()
    guard let directory, fstat(descriptor.number, &status) == 0 else { return }
    hasName = status.st_nlink > 0
    if hasName { return }
    guard let other = StoreOwner(of: directory).open(path) else { return }
    descriptor = other
    hasName = true
    // Without room the changes are committed one by one.
    _ = takeRoom()
  }

  // MARK: Writing

  /// Begins a group with its first records.
  ///
  /// - Returns: Whether they are in the file; if not, they must be committed before they are acknowledged.
  func begin(_ base: Base, _ records: ArraySlice<UInt8>) -> Bool {
    guard hasName else { return false }
    nonce = .random(in: 0 ... .max)
    end = 0
    frame.removeAll(keepingCapacity: true)
    var header = Header(
      signature: Self.signatureOfVersion, store: base.store.uuid, boot: base.epoch.boot, epoch: base.epoch.number,
      group: base.group, generation: base.generation, checksum: base.wal.checksum, salts: base.wal.salts,
      frames: UInt64(base.wal.frames), nonce: nonce)
    header.sum = Self.sum(of: header)
    withUnsafeBytes(of: header) { frame.append(contentsOf: $0) }
    return write(records)
  }

  /// Appends records to the group that was begun.
  ///
  /// - Returns: Whether they are in the file.
  func append(_ records: ArraySlice<UInt8>) -> Bool {
    frame.removeAll(keepingCapacity: true)
    return write(records)
  }

  private func write(_ records: ArraySlice<UInt8>) -> Bool {
    guard end + frame.count + Self.recordSize + records.count <= Self.capacity else { return false }
    let position = end + frame.count
    records.withUnsafeBytes { records in
      let record = Record(count: UInt64(records.count), sum: Self.sum(records, seed(at: position)))
      withUnsafeBytes(of: record) { frame.append(contentsOf: $0) }
      frame.append(contentsOf: records)
    }
    guard pwrite(descriptor.number, frame, frame.count, off_t(end)) == frame.count else { return false }
    end += frame.count
    return true
  }

  /// Removes all records from the file.
  ///
  /// - Throws: Why it cannot be written.
  func discard() throws(StoreError) {
    let nothing = [UInt8](repeating: 0, count: Self.headerSize)
    guard pwrite(descriptor.number, nothing, nothing.count, 0) == nothing.count else {
      throw StoreError(errno: errno, "cannot write \(path)")
    }
  }

  // MARK: Reading

  /// What the file has.
  ///
  /// - Parameter boot: Of this run of the machine.
  /// - Throws: `inputOutput` when it cannot be read; `newerSchema` when a newer version has left records in it.
  func contents(boot: BootIdentity?) throws(StoreError) -> Contents {
    guard let header: Header = try read(at: 0) else { return .nothing }
    if header.signature == Self.signatureOfVersion {
      guard header.sum == Self.sum(of: header) else { return .unreadable }
      return .group(Self.base(header))
    }
    if withUnsafeBytes(of: header, { $0.starts(with: Self.signature) }) {
      throw StoreError(.newerSchema, "\(path) was written by a newer version of fileprovider; update this one")
    }
    guard let boot, header.signature == boot.number, let group: Int64 = try read(at: 8) else { return .nothing }
    return .ofOldVersion(group: group)
  }

  /// Whether there may be a group with a greater number. Each transaction asks this first, and the answer is nearly always no.
  ///
  /// - Throws: `inputOutput` or `newerSchema`.
  func mayHaveGroup(after committed: Int64, boot: BootIdentity?) throws(StoreError) -> Bool {
    switch try contents(boot: boot) {
    case .nothing: false
    case .group(let base): base.group > committed
    case .ofOldVersion(let group): group > committed
    case .unreadable: true
    }
  }

  private static func base(_ header: Header) -> Base {
    var wal = WALState()
    wal.checksum = header.checksum
    wal.salts = header.salts
    wal.frames = UInt32(truncatingIfNeeded: header.frames)
    return Base(
      store: UUID(uuid: header.store), epoch: Epoch(boot: header.boot, number: header.epoch), group: header.group,
      generation: header.generation, wal: wal)
  }

  /// The records of the group in the file that were written completely. The change of an incomplete record was not acknowledged.
  ///
  /// - Throws: `inputOutput`.
  func records() throws(StoreError) -> [UInt8] {
    guard let header: Header = try read(at: 0) else { return [] }
    nonce = header.nonce
    var all: [UInt8] = []
    var position = Self.headerSize
    while let record: Record = try read(at: position), record.count > 0, record.count <= UInt64(Self.capacity) {
      let records = try read(at: position + Self.recordSize, count: Int(record.count))
      let isWhole = records.withUnsafeBytes { Self.sum($0, seed(at: position)) == record.sum }
      guard records.count == Int(record.count), isWhole else { break }
      all += records
      position += Self.recordSize + records.count
    }
    return all
  }

  /// The records that an earlier version has left.
  ///
  /// - Throws: `inputOutput`; `damaged` when no earlier version can have written them.
  func oldRecords() throws(StoreError) -> [UInt8] {
    try OldRedoRecords.records(in: read(at: 0, count: Self.capacity), path: path)
  }

  /// - Returns: `nil` at the end of the file.
  private func read<Value: BitwiseCopyable>(at position: Int) throws(StoreError) -> Value? {
    let size = MemoryLayout<Value>.size
    return try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { (buffer) throws(StoreError) -> Value? in
      let found = pread(descriptor.number, buffer.baseAddress, size, off_t(position))
      guard found >= 0 else { throw StoreError(errno: errno, "cannot read \(path)") }
      return found == size ? buffer[0] : nil
    }
  }

  /// - Returns: The available bytes, up to a maximum.
  private func read(at position: Int, count: Int) throws(StoreError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, min(count, Self.capacity - position)))
    let found = pread(descriptor.number, &bytes, bytes.count, off_t(position))
    guard found >= 0 else { throw StoreError(errno: errno, "cannot read \(path)") }
    bytes.removeSubrange(found...)
    return bytes
  }

  // MARK: Checksums

  private static let signatureOfVersion: UInt64 = {
    let bytes = signature + withUnsafeBytes(of: version) { Array($0) }
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
  }()

  /// The start value of a record's checksum: the same bytes at another place, or in another group, have another checksum.
  private func seed(at position: Int) -> UInt64 { nonce &+ UInt64(position) }

  private static func sum(of header: Header) -> UInt64 {
    var header = header
    header.sum = 0
    return withUnsafeBytes(of: header) { sum($0, header.nonce) }
  }

  /// The checksum that distinguishes a complete record from an incomplete one.
  static func sum(_ bytes: UnsafeRawBufferPointer, _ seed: UInt64) -> UInt64 {
    var sum = seed &+ UInt64(bytes.count)
    var position = 0
    while position + 8 <= bytes.count {
      sum = (sum ^ bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)) &* 0x9e37_79b9_7f4a_7c15
      sum ^= sum >> 29
      position += 8
    }
    while position < bytes.count {
      sum = (sum ^ UInt64(bytes[position])) &* 0x9e37_79b9_7f4a_7c15
      position += 1
    }
    return sum
  }
}
