import CFuse3
import FileProviderFileSystem

/// A listing in the kernel's format, written straight into the buffer that is sent.
///
/// libfuse's own functions need a name that ends with a zero byte and a `stat`; an entry of a listing has neither, and
/// there may be a million of them. The layouts are those of `linux/fuse.h`.
struct DirectoryBuffer {
  private let start: UnsafeMutableRawPointer
  private let capacity: Int
  private let generation: UInt64
  private(set) var count = 0

  private static let nameOffset = 24
  private static let entrySize = MemoryLayout<fuse_entry_out>.size

  /// - Parameter capacity: How many bytes the kernel takes.
  init(_ memory: UnsafeMutableRawBufferPointer, capacity: Int, generation: UInt64) {
    guard let start = memory.baseAddress else { preconditionFailure("a worker has a buffer") }
    self.start = start
    self.capacity = min(capacity, memory.count)
    self.generation = generation
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

  /// Adds an entry without attributes.
  ///
  /// - Returns: Whether there was room.
  @inline(__always)
  mutating func append(_ node: borrowing NodeAttributes, _ name: UnsafeRawBufferPointer, next: ListingOffset) -> Bool {
    let size = Self.padded(Self.nameOffset + name.count)
    guard count + size <= capacity else { return false }
    writeEntry(node, name, next, at: start + count, size: size)
    count += size
    return true
  }

  /// Adds an entry that counts as looked up.
  ///
  /// - Returns: Whether there was room.
  @inline(__always)
  mutating func appendWithAttributes(
    _ node: borrowing NodeAttributes, _ name: UnsafeRawBufferPointer, next: ListingOffset
  ) -> Bool {
    let size = Self.padded(Self.entrySize + Self.nameOffset + name.count)
    guard count + size <= capacity else { return false }
    let at = start + count
    let seconds = Reply.seconds(node)
    at.storeBytes(
      of: fuse_entry_out(
        nodeid: next.isAmongDots ? 0 : node.inode.rawValue, generation: generation, entry_valid: seconds,
        attr_valid: seconds,
        entry_valid_nsec: 0, attr_valid_nsec: 0, attr: fuse_attr(node)), as: fuse_entry_out.self)
    writeEntry(node, name, next, at: at + Self.entrySize, size: size - Self.entrySize)
    count += size
    return true
  }

  @inline(__always)
  private func writeEntry(
    _ node: borrowing NodeAttributes, _ name: UnsafeRawBufferPointer, _ next: ListingOffset,
    at: UnsafeMutableRawPointer,
    size: Int
  ) {
    at.storeBytes(of: node.inode.rawValue, as: UInt64.self)
    at.storeBytes(of: next.rawValue, toByteOffset: 8, as: Int64.self)
    at.storeBytes(of: UInt32(name.count), toByteOffset: 16, as: UInt32.self)
    at.storeBytes(of: node.mode >> 12 & 0xf, toByteOffset: 20, as: UInt32.self)
    // The padding first: the name then overwrites all of it but its end.
    at.storeBytes(of: 0, toByteOffset: size - 8, as: UInt64.self)
    if let bytes = name.baseAddress { (at + Self.nameOffset).copyMemory(from: bytes, byteCount: name.count) }
  }

  @inline(__always) private static func padded(_ size: Int) -> Int { (size + 7) & ~7 }
}
