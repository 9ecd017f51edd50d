import FileProviderProgram
import Glibc
import LinuxSystem

/// The names in a directory, packed one after another: a directory of a million entries costs their bytes and nothing
/// more.
struct NameList: Sendable {
  private var bytes: [CChar] = []
  private(set) var count = 0

  mutating func append(_ name: UnsafePointer<CChar>) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: name, count: strlen(name) + 1))
    count += 1
  }

  /// Visits the names in order.
  func forEach(_ body: (UnsafePointer<CChar>) throws -> Bool) rethrows {
    try bytes.withUnsafeBufferPointer { buffer in
      var start = 0
      while start < buffer.count, let base = buffer.baseAddress {
        let length = strlen(base + start)
        if try !body(base + start) { return }
        start += length + 1
      }
    }
  }

  /// Takes the last name.
  mutating func popLast() -> [CChar]? {
    guard !bytes.isEmpty else { return nil }
    let end = bytes.count
    var start = end - 1
    while start > 0 && bytes[start - 1] != 0 { start -= 1 }
    defer {
      bytes.removeSubrange(start...)
      count -= 1
    }
    return Array(bytes[start..<end])
  }
}

/// Reads a directory in parts, each part in the order of the inodes: a disk then reads their attributes in one sweep.
struct DirectoryReader: ~Copyable {
  struct Entry {
    var inode: UInt64
    var offset: Int
    var type: UInt8
  }

  private let stream: OpaquePointer
  private var entries: [Entry] = []
  private var names: [CChar] = []

  static let stretch = 2048

  /// - Returns: `nil` for what is no directory, with the reason in `errno`.
  init?(_ directory: consuming Descriptor) {
    guard let stream = fdopendir(directory.number) else { return nil }
    // `closedir` closes it.
    _ = directory.release()
    self.stream = stream
  }

  deinit { closedir(stream) }

  /// Visits the next stretch.
  ///
  /// - Parameter body: Is given a name and the kind of entry the directory says it is (`DT_…`).
  /// - Returns: Whether there may be more.
  mutating func next(_ body: (UnsafePointer<CChar>, UInt8) throws -> Void) throws -> Bool {
    entries.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    errno = 0
    while entries.count < Self.stretch, let entry = readdir(stream) {
      append(entry)
      errno = 0
    }
    let error = errno
    let isFull = entries.count == Self.stretch
    entries.sort { $0.inode < $1.inode }
    try names.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for entry in entries { try body(base + entry.offset, entry.type) }
    }
    if !isFull && error != 0 { throw CommandFailure("", System.reason(error)) }
    return isFull
  }

  private mutating func append(_ entry: UnsafeMutablePointer<dirent>) {
    guard let place = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
    let name = UnsafeRawPointer(entry).advanced(by: place).assumingMemoryBound(to: CChar.self)
    if name[0] == 0x2e && (name[1] == 0 || (name[1] == 0x2e && name[2] == 0)) { return }
    entries.append(Entry(inode: UInt64(entry.pointee.d_ino), offset: names.count, type: entry.pointee.d_type))
    names.append(contentsOf: UnsafeBufferPointer(start: name, count: strlen(name) + 1))
  }
}
