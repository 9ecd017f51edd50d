import CLinux
import FileProviderStore
import Glibc

/// Copies the bytes of a file into a content file: shared where the disk can do that, otherwise copied in the kernel.
/// Holes stay holes.
final class ContentCopier {
  private let contents: ContentFiles
  /// Disks that could not share blocks, by device.
  private var withoutSharing: Set<dev_t> = []
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: smallest, alignment: 4096)
  /// Is given how many bytes were copied since the last call; returns whether to go on.
  private let progress: (Int64) -> Bool

  /// Up to this size one read and one write cost less than trying anything better.
  private static let smallest = 128 << 10
  /// `SEEK_DATA` and `SEEK_HOLE`, which Swift's Glibc leaves out.
  private static let seekData: Int32 = 3
  private static let seekHole: Int32 = 4
  /// `FICLONE`, a macro with a type in it.
  private static let share: UInt = 0x4004_9409

  init(contents: ContentFiles, progress: @escaping (Int64) -> Bool) {
    self.contents = contents
    self.progress = progress
  }

  deinit { buffer.deallocate() }

  /// Copies what a descriptor reads into a new content file.
  ///
  /// - Returns: Its number and the size copied; `nil` for an empty file, which needs none.
  func copy(_ source: Int32, _ status: stat) throws -> (key: ContentKey, size: Int64)? {
    guard status.st_size > 0 else { return nil }
    let (key, target) = try contents.create()
    defer { close(target) }
    do {
      return (key, try fill(target, from: source, status))
    } catch {
      contents.remove(key)
      throw error
    }
  }

  /// Copies what a descriptor reads into an empty file.
  func copy(_ source: Int32, _ status: stat, into target: Int32) throws { _ = try fill(target, from: source, status) }

  /// Removes a copy that is not needed.
  func discard(_ key: ContentKey) { contents.remove(key) }

  private func fill(_ target: Int32, from source: Int32, _ status: stat) throws -> Int64 {
    let size = Int64(status.st_size)
    let isSparse = Int64(status.st_blocks) * 512 < size
    if size <= Self.smallest && !isSparse { return try copySmall(source, target, status) }
    if !withoutSharing.contains(status.st_dev) {
      if ioctl(target, Self.share, source) == 0 {
        _ = progress(size)
        return size
      }
      withoutSharing.insert(status.st_dev)
    }
    try copyData(source, target, size, isSparse: isSparse)
    return size
  }

  /// Copies stretch by stretch, leaving out what is a hole in the source.
  private func copyData(_ source: Int32, _ target: Int32, _ size: Int64, isSparse: Bool) throws {
    var start: Int64 = 0
    while start < size {
      var end = size
      if isSparse {
        let data = lseek(source, Int(start), Self.seekData)
        if data < 0 {
          if errno == ENXIO { break }
        } else {
          start = Int64(data)
          let hole = lseek(source, data, Self.seekHole)
          if hole > data { end = Int64(hole) }
        }
      }
      let copied = try copyRange(source, target, from: start, to: end)
      if copied < end - start { break }
      start = end
    }
    guard ftruncate(target, Int(size)) == 0 else { throw StoreError(errno: errno, "cannot write contents") }
  }

  private func copySmall(_ source: Int32, _ target: Int32, _ status: stat) throws -> Int64 {
    var done = 0
    while true {
      let count = pread(source, buffer.baseAddress, buffer.count, done)
      if count < 0 {
        if errno == EINTR { continue }
        throw StoreError(errno: errno, "cannot read it")
      }
      if count == 0 { break }
      try write(target, UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: done)
      done += count
      if done >= status.st_size { break }
    }
    _ = progress(Int64(done))
    return Int64(done)
  }

  private func write(_ target: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
    var rest = bytes
    var offset = offset
    while rest.count > 0 {
      let count = pwrite(target, rest.baseAddress, rest.count, offset)
      if count < 0 {
        if errno == EINTR { continue }
        throw StoreError(errno: errno, "cannot write contents")
      }
      offset += count
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Copies a stretch in the kernel, or through the buffer where the kernel cannot.
  private func copyRange(_ source: Int32, _ target: Int32, from start: Int64, to end: Int64) throws -> Int64 {
    var place = start
    while place < end {
      var input = off_t(place)
      var output = off_t(place)
      let count = copy_file_range(source, &input, target, &output, Int(min(end - place, 16 << 20)), 0)
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        guard Self.fallsBack(errno), try copyBuffered(source, target, &place, end) else {
          throw StoreError(errno: errno, "cannot copy contents")
        }
        continue
      }
      place += Int64(count)
      guard progress(Int64(count)) else { throw CommandEnd(status: .interrupted) }
    }
    return place - start
  }

  /// Whether the kernel says that it cannot copy between these two, and not that copying failed.
  private static func fallsBack(_ number: Int32) -> Bool {
    [EXDEV, EINVAL, ENOSYS, EOPNOTSUPP, EPERM].contains(number)
  }

  /// Copies one buffer full.
  ///
  /// - Returns: Whether anything was there.
  private func copyBuffered(_ source: Int32, _ target: Int32, _ place: inout Int64, _ end: Int64) throws -> Bool {
    let wanted = Int(min(end - place, Int64(buffer.count)))
    let count = pread(source, buffer.baseAddress, wanted, Int(place))
    guard count > 0 else { return false }
    try write(target, UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: Int(place))
    place += Int64(count)
    guard progress(Int64(count)) else { throw CommandEnd(status: .interrupted) }
    return true
  }
}
