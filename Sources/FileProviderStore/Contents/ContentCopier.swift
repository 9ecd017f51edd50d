import CLinux
package import Glibc
import LinuxSystem

/// Copies the contents of files: shared where the disk can do that, otherwise copied in the kernel, or through memory.
/// Holes stay holes.
///
/// Every copy of contents is made here, whether they come from a provider, go to a folder, or stay in the store. A copier
/// is used by one thread at a time; it remembers which disks cannot share.
package final class ContentCopier {
  /// Disks that could not share blocks, by device.
  private var withoutSharing: Set<dev_t> = []
  /// The buffer for what goes through memory; allocated when it is needed first.
  private var memory: UnsafeMutableRawBufferPointer?
  private let progress: (Int64) -> Bool

  /// Up to this size one read and one write cost less than trying anything better.
  private static let smallest = 128 << 10
  /// How much is copied at most between two calls of `progress`.
  private static let step: Int64 = 16 << 20
  /// `SEEK_DATA` and `SEEK_HOLE`, which Swift's Glibc leaves out.
  static let (seekData, seekHole): (Int32, Int32) = (3, 4)

  /// - Parameter progress: Is given how many bytes were copied since the last call; returns whether to go on.
  package init(progress: @escaping (Int64) -> Bool = { _ in true }) { self.progress = progress }

  deinit { memory?.deallocate() }

  /// Copies what a descriptor reads into an empty file.
  ///
  /// - Parameters:
  ///   - source: Read from its beginning, whatever its offset, up to the size in `status`.
  ///   - status: The result of `fstat` for it.
  ///   - target: Open for writing; what is there when this fails is to be thrown away.
  /// - Returns: The size of the copy.
  /// - Throws: `unreadable` for the source; `full` or `inputOutput` for the target; `interrupted` when `progress` returned false.
  @discardableResult
  package func copy(_ source: Int32, _ status: stat, into target: Int32) throws(StoreError) -> Int64 {
    let size = Int64(status.st_size)
    if size <= Self.smallest && Int64(status.st_blocks) * 512 >= size { return try copySmall(source, size, target) }
    if share(source, status, with: target) {
      _ = progress(size)
      return size
    }
    return try copyStretches(source, size, target)
  }

  /// Has the disk share the blocks of a file with an empty one.
  ///
  /// - Returns: Whether it did; a disk that cannot is not asked again.
  package func share(_ source: Int32, _ status: stat, with target: Int32) -> Bool {
    if withoutSharing.contains(status.st_dev) { return false }
    if FileClone.clone(source, to: target) { return true }
    withoutSharing.insert(status.st_dev)
    return false
  }

  /// Copies a range of one file to the same place in another.
  ///
  /// - Throws: `unreadable` when the source ends before; otherwise as `copy(_:_:into:)`.
  package func copy(_ range: Range<Int64>, from source: Int32, into target: Int32) throws(StoreError) {
    guard try copy(range, from: source, to: target) == range.upperBound else {
      throw StoreError(.unreadable, "the file ended before everything was copied")
    }
  }

  // MARK: Stretches of data

  /// Copies stretch by stretch, leaving out what is a hole in the source.
  private func copyStretches(_ source: Int32, _ size: Int64, _ target: Int32) throws(StoreError) -> Int64 {
    var place: Int64 = 0
    while let data = nextData(in: source, from: place, to: size) {
      place = try copy(data, from: source, to: target)
      // The source is shorter than it was.
      guard place == data.upperBound else { break }
    }
    guard place < size else { return size }
    // A hole at the end, or where the source lost something.
    guard ftruncate(target, off_t(size)) == 0 else { throw Self.cannotWrite() }
    return size
  }

  /// The next range of data; the whole rest if the file system does not report holes.
  private func nextData(in source: Int32, from place: Int64, to end: Int64) -> Range<Int64>? {
    guard place < end else { return nil }
    var start = place
    var hole = Int64(lseek(source, off_t(start), Self.seekHole))
    if hole == start {
      start = Int64(lseek(source, off_t(start), Self.seekData))
      guard start >= 0, start < end else { return nil }
      hole = Int64(lseek(source, off_t(start), Self.seekHole))
    }
    return start..<(hole > start ? min(hole, end) : end)
  }

  /// Copies a stretch in the kernel, or through memory where the kernel cannot.
  ///
  /// - Returns: Where the source ended, at the latest the end of the stretch.
  private func copy(_ stretch: Range<Int64>, from source: Int32, to target: Int32) throws(StoreError) -> Int64 {
    var place = stretch.lowerBound
    while place < stretch.upperBound {
      var (input, output) = (off_t(place), off_t(place))
      let wanted = Int(min(stretch.upperBound - place, Self.step))
      var count = copy_file_range(source, &input, target, &output, wanted, 0)
      if count < 0 {
        if errno == EINTR { continue }
        guard Self.fallsBack(errno) else { throw StoreError(errno: errno, "cannot copy contents") }
        count = try copyBuffered(source, target, at: place, atMost: wanted)
      }
      if count == 0 { break }
      place += Int64(count)
      guard progress(Int64(count)) else { throw StoreError(.interrupted, "the copy was interrupted") }
    }
    return place
  }

  /// Whether the kernel cannot copy between these two, as opposed to a failed copy.
  private static func fallsBack(_ number: Int32) -> Bool {
    [EXDEV, EINVAL, ENOSYS, EOPNOTSUPP, EPERM].contains(number)
  }

  // MARK: Through memory

  /// Reads what a descriptor reads, from its beginning, whatever its offset. Nothing is reported as copied if there is more.
  ///
  /// - Throws: `unreadable`.
  package func bytes(of source: Int32, atMost limit: Int) throws(StoreError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    var done = 0
    while done < limit {
      let length = bytes.withUnsafeMutableBytes {
        pread(source, $0.baseAddress.map { $0 + done }, $0.count - done, off_t(done))
      }
      if length < 0 && errno == EINTR { continue }
      guard length >= 0 else { throw StoreError(.unreadable, "cannot read: \(String(cString: strerror(errno)))") }
      if length == 0 { break }
      done += length
    }
    bytes.removeLast(limit - done)
    if done < limit { _ = progress(Int64(done)) }
    return bytes
  }

  /// Copies what is small at once.
  private func copySmall(_ source: Int32, _ size: Int64, _ target: Int32) throws(StoreError) -> Int64 {
    var done: Int64 = 0
    while true {
      let count = try copyBuffered(source, target, at: done, atMost: Self.smallest)
      done += Int64(count)
      // A file with size 0 need not be empty (proc(5)).
      if count == 0 || (done >= size && size > 0) { break }
    }
    _ = progress(done)
    return done
  }

  /// Copies one buffer full.
  ///
  /// - Returns: How many bytes; 0 at the end of the source.
  private func copyBuffered(
    _ source: Int32, _ target: Int32, at place: Int64, atMost count: Int
  ) throws(StoreError) -> Int {
    let buffer = memory ?? .allocate(byteCount: Self.smallest, alignment: 4096)
    memory = buffer
    var length = -1
    repeat {
      length = pread(source, buffer.baseAddress, min(count, buffer.count), off_t(place))
    } while length < 0 && errno == EINTR
    guard length >= 0 else { throw StoreError(.unreadable, "cannot read: \(String(cString: strerror(errno)))") }
    try write(UnsafeRawBufferPointer(rebasing: buffer[..<length]), to: target, at: place)
    return length
  }

  private func write(_ bytes: UnsafeRawBufferPointer, to target: Int32, at place: Int64) throws(StoreError) {
    var done = 0
    while done < bytes.count {
      let count = pwrite(target, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(place) + done)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Self.cannotWrite() }
      done += count
    }
  }

  private static func cannotWrite() -> StoreError { StoreError(errno: errno, "cannot write contents") }
}
