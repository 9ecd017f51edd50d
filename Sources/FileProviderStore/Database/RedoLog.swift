import Foundation
import Glibc

/// What was acknowledged and is not committed yet, in a file: whoever comes next makes it so when the process that acknowledged it has died.
///
/// The file holds the records of one group of transactions at a time, from its beginning, each with the group's number. The number of the last group
/// that was committed is in the database, and is committed with it, so a group is never made twice. A record is written with one
/// call before the change is acknowledged, into room that was taken when the file was made. It survives the process and not the machine, like
/// a commit that was not synchronized, and is of no use after a restart of the machine: the database may have lost what came before.
final class RedoLog: @unchecked Sendable {
  // Sendable: used by who holds the store's write lock.
  let path: String
  private let descriptor: Int32
  /// `nil` where nobody knows.
  private let boot: UInt64?
  private var end = 0
  private var nonce: UInt64 = 0
  private var frame: [UInt8] = []

  /// The room for a group.
  static let capacity = 256 << 10
  private static let headerSize = MemoryLayout<Header>.size

  private struct Header {
    var boot: UInt64
    var group: Int64
    var count: Int64
    var sum: UInt64
    /// The same in all records of a group, and nobody knows it before: what an earlier group left behind the last one may be what
    /// somebody had put into an attribute, and look like a record.
    var nonce: UInt64
  }

  /// - Throws: When the file cannot be made.
  init(directory: URL) throws(StoreError) {
    path = directory.appendingPathComponent("redo").path
    descriptor = StoreOwner(of: directory).open(path)
    guard descriptor >= 0 else { throw StoreError(errno: errno, "cannot open \(path)") }
    boot = BootIdentity.number
  }

  deinit { close(descriptor) }

  /// Takes the room on the disk.
  ///
  /// - Returns: Whether there is some, and it can be told later whether the machine has restarted.
  func takeRoom() -> Bool { boot != nil && posix_fallocate(descriptor, 0, off_t(Self.capacity)) == 0 }

  /// Appends records to those of a group, or begins it with them.
  ///
  /// - Returns: Whether they are in the file; if not, they must be committed before they are acknowledged.
  func append(_ records: ArraySlice<UInt8>, to group: Int64, isFirst: Bool) -> Bool {
    if isFirst {
      end = 0
      nonce = .random(in: 0 ... .max)
    }
    let count = Self.headerSize + records.count
    guard let boot, end + count <= Self.capacity else { return false }
    frame.removeAll(keepingCapacity: true)
    records.withUnsafeBytes { records in
      let header = Header(
        boot: boot, group: group, count: Int64(records.count), sum: Self.sum(records, group), nonce: nonce)
      withUnsafeBytes(of: header) { frame.append(contentsOf: $0) }
      frame.append(contentsOf: records)
    }
    guard pwrite(descriptor, frame, count, off_t(end)) == count else { return false }
    end += count
    return true
  }

  /// The number of the group in the file, if it was written since the machine started.
  var group: Int64? { header(at: 0).map(\.group) }

  /// All records of a group, as far as they were written whole.
  func records(of group: Int64) -> [UInt8] {
    var all: [UInt8] = []
    var position = 0
    let nonce = header(at: 0)?.nonce
    while let header = header(at: position), header.group == group, header.nonce == nonce {
      let count = Int(header.count)
      var records = [UInt8](repeating: 0, count: count)
      guard pread(descriptor, &records, count, off_t(position + Self.headerSize)) == count,
        records.withUnsafeBytes({ Self.sum($0, group) }) == header.sum
      else { break }
      all += records
      position += Self.headerSize + count
    }
    return all
  }

  private func header(at position: Int) -> Header? {
    var header = Header(boot: 0, group: 0, count: 0, sum: 0, nonce: 0)
    guard position + Self.headerSize <= Self.capacity,
      pread(descriptor, &header, Self.headerSize, off_t(position)) == Self.headerSize, header.boot == boot,
      header.count > 0, header.count <= Self.capacity
    else { return nil }
    return header
  }

  /// Tells a record that was written whole from one that was not.
  private static func sum(_ bytes: UnsafeRawBufferPointer, _ group: Int64) -> UInt64 {
    var sum = UInt64(bitPattern: group) &+ UInt64(bytes.count)
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
