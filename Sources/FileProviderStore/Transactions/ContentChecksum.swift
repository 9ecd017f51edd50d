import Digests
import Glibc
import LinuxSystem

/// The SHA-256 of each block of a document's contents.
///
/// Made by OpenSSL's `libcrypto`, as all digests here are: 1.7 GB/s on a processor with instructions for it, where plain Swift made 0.34.
struct ContentChecksum: Equatable {
  /// In bytes.
  var size: Int64
  /// The sums, one after another.
  var sums: [UInt8]

  static let blockSize = 4 << 20
  /// The size of one sum.
  static let sumSize = 32

  /// Reads contents from the disk, past the page cache if the disk allows that: the page cache may be right when the disk is wrong, and contents that
  /// are read here once should not displace others from it.
  ///
  /// - Parameter isStopped: Asked before each block.
  /// - Throws: `damaged` when the file is not there; `interrupted` when it was stopped; `inputOutput`; `featureUnsupported` where there is no
  ///   `libcrypto`.
  init(of key: ContentKey, in contents: ContentFiles, isStopped: () -> Bool) throws(StoreError) {
    let file = try contents.openPastMemory(key)
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw StoreError(errno: errno, "cannot read contents") }
    let end = Int64(status.st_size)
    // The buffer is no larger than the contents, because the disk fills all that lies behind their end with zeros when it is read past the page cache:
    // 1024 new pages of memory for a document of some bytes. 2 000 of them took 3.6 s with a larger one, and take 0.14 s.
    let room = min(Self.blockSize, (Int(clamping: end) + 4095) & ~4095)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(room, 4096), alignment: 4096)
    defer { buffer.deallocate() }
    (size, sums) = (0, [])
    while size < end {
      if isStopped() { throw StoreError(.interrupted, "reading contents was interrupted") }
      let count = try Self.fill(buffer, from: file.number, at: size, end: end)
      if count > 0 { sums += try Self.sum(of: UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      size += Int64(count)
      if count < Self.blockSize { return }
    }
  }

  /// The sum of some bytes.
  ///
  /// - Throws: `featureUnsupported` where there is no `libcrypto`.
  static func sum(of bytes: UnsafeRawBufferPointer) throws(StoreError) -> [UInt8] {
    var digest = Digest(.sha256)
    digest.add(bytes)
    guard let sum = digest.finish() else {
      throw StoreError(
        .featureUnsupported,
        "checksums require SHA-256 of OpenSSL's libcrypto, which is missing or refuses it; on Debian, install libssl3"
      )
    }
    return sum
  }

  init(size: Int64, sums: [UInt8]) {
    self.size = size
    self.sums = sums
  }

  /// - Parameter end: Where the contents end: nothing behind it is asked for.
  /// - Returns: How much was read; less than there is room for only at the end of the file.
  private static func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32, at position: Int64, end: Int64
  ) throws(StoreError) -> Int {
    var count = 0
    while count < buffer.count, position + Int64(count) < end {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let got = pread(descriptor, rest.baseAddress, rest.count, off_t(position) + off_t(count))
      if got == 0 { break }
      if got > 0 {
        count += got
      } else if errno == EINVAL, fcntl(descriptor, F_GETFL) & openPastMemory != 0 {
        // Past the page cache only whole sectors can be read, and the file ended within one.
        _ = fcntl(descriptor, F_SETFL, 0)
      } else if errno != EINTR {
        throw StoreError(errno: errno, "cannot read contents")
      }
    }
    return count
  }

  /// `O_DIRECT`, which Swift's Glibc module leaves out.
  fileprivate static var openPastMemory: Int32 {
    #if arch(arm64)
      0o200000
    #else
      0o40000
    #endif
  }

  /// The first byte of the first block that differs; `nil` when none does.
  func difference(from other: ContentChecksum) -> Int64? {
    let blocks = max(sums.count, other.sums.count) / Self.sumSize
    for block in 0..<blocks {
      let range = block * Self.sumSize..<(block + 1) * Self.sumSize
      guard range.upperBound <= min(sums.count, other.sums.count), sums[range] == other.sums[range] else {
        return Int64(block * Self.blockSize)
      }
    }
    return size == other.size ? nil : min(size, other.size)
  }
}

extension ContentFiles {
  /// Opens contents for reading from the disk itself, where that is possible.
  fileprivate func openPastMemory(_ key: ContentKey) throws(StoreError) -> Descriptor {
    if let file = try? open(key, flags: O_RDONLY | ContentChecksum.openPastMemory) { return file }
    return try open(key, flags: O_RDONLY)
  }
}
