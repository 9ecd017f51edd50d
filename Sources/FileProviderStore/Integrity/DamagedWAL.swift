import Foundation
import Glibc
import LinuxSystem

/// A write-ahead log that SQLite reads only up to its first damaged byte (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
///
/// The last commits are behind the damage, and most often the damaged page is there again. So every page is taken as the last commit left it,
/// whatever its checksum. SQLite then decides whether the result is a sound database.
final class DamagedWAL {
  private let descriptor: Descriptor
  private let frames: [Frame]

  private struct Frame {
    var page: UInt32
    /// The size of the database in pages after a commit; 0 for a frame that does not commit.
    var pagesAfterCommit: UInt32
    /// Changes when the log begins anew: behind its end are frames of the earlier log.
    var salt: UInt64
  }

  private static let headerSize = 32
  private static let frameHeaderSize = 24
  /// The page size of every store.
  private static let pageSize = 4096
  private static var stride: Int { frameHeaderSize + pageSize }

  /// - Returns: `nil` when there is no readable write-ahead log.
  init?(_ url: URL) {
    guard let file = Descriptor(openingFile: url.path, O_RDONLY) else { return nil }
    let number = file.number
    // A log that was ended has its old frames behind a header of zeros. What they have is in the database, or something newer is.
    guard Self.bytes(0, Self.headerSize, number)?.contains(where: { $0 != 0 }) == true else { return nil }
    var status = stat()
    fstat(number, &status)
    let count = max(0, (Int(status.st_size) - Self.headerSize) / Self.stride)
    let all = (0..<count).compactMap { Self.frame($0, number) }
    // The salt in the log's header, unless the header is damaged.
    let header = Self.bytes(16, 8, number).map { $0.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) } }
    let salt = all.contains { $0.salt == header } ? header : all.first?.salt
    let end = all.lastIndex { $0.salt == salt && $0.pagesAfterCommit > 0 }.map { $0 + 1 } ?? 0
    let nothing = Frame(page: 0, pagesAfterCommit: 0, salt: 0)
    frames = all[..<end].map { $0.salt == salt ? $0 : nothing }
    descriptor = file
  }

  /// Makes a database of an older one and this write-ahead log.
  ///
  /// - Returns: Whether the log contains a commit.
  func merge(into target: URL, over database: URL) throws(StoreError) -> Bool {
    guard let size = frames.last(where: { $0.pagesAfterCommit > 0 })?.pagesAfterCommit else { return false }
    guard let file = Descriptor(opening: target.path, O_RDWR | O_CREAT | O_TRUNC) else {
      throw StoreError(errno: errno, "cannot create \(target.path)")
    }
    let output = file.number
    try copy(database, to: output)
    for (index, frame) in frames.enumerated() where frame.page > 0 && frame.page <= size {
      let place = Self.headerSize + index * Self.stride + Self.frameHeaderSize
      guard let page = Self.bytes(place, Self.pageSize, descriptor.number) else { continue }
      try write(page, at: Int(frame.page - 1) * Self.pageSize, to: output)
    }
    ftruncate(output, off_t(size) * off_t(Self.pageSize))
    // The copy is a database without a write-ahead log.
    try write([1, 1], at: 18, to: output)
    return true
  }

  private func copy(_ database: URL, to output: Int32) throws(StoreError) {
    guard let input = Descriptor(openingFile: database.path, O_RDONLY) else { return }
    var position = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = pread(input.number, &buffer, buffer.count, off_t(position))
      guard count > 0 else { return }
      try write(Array(buffer[..<count]), at: position, to: output)
      position += count
    }
  }

  private func write(_ bytes: [UInt8], at position: Int, to output: Int32) throws(StoreError) {
    guard pwrite(output, bytes, bytes.count, off_t(position)) == bytes.count else {
      throw StoreError(errno: errno, "cannot write a copy of the database")
    }
  }

  private static func frame(_ index: Int, _ descriptor: Int32) -> Frame? {
    guard let header = bytes(headerSize + index * stride, frameHeaderSize, descriptor) else { return nil }
    return header.withUnsafeBytes { header in
      Frame(
        page: UInt32(bigEndian: header.loadUnaligned(fromByteOffset: 0, as: UInt32.self)),
        pagesAfterCommit: UInt32(bigEndian: header.loadUnaligned(fromByteOffset: 4, as: UInt32.self)),
        salt: header.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
  }

  private static func bytes(_ position: Int, _ count: Int, _ descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(descriptor, &bytes, count, off_t(position)) == count ? bytes : nil
  }
}
