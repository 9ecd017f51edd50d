import Glibc
import LinuxSystem

// The allocated ranges of contents, from lseek(2).
extension ContentFiles {
  /// How many bytes of contents have reached the disk without a gap, or `nil` when the file is not there.
  ///
  /// After a loss of power a file may have its full size and a hole in the contents: ext4 may record the size that `ftruncate` sets before the
  /// bytes that were written earlier.
  func writtenSize(of key: ContentKey) -> Int64? {
    guard let file = try? open(key, flags: O_RDONLY) else { return nil }
    let hole = lseek(file.number, 0, ContentCopier.seekHole)
    return hole >= 0 || errno == ENXIO ? Int64(max(hole, 0)) : size(of: key)
  }

  /// Whether anything of contents has reached the disk, or may have.
  func hasData(_ key: ContentKey) -> Bool {
    guard let file = try? open(key, flags: O_RDONLY) else { return false }
    return lseek(file.number, 0, ContentCopier.seekData) >= 0 || errno != ENXIO
  }

  /// Whether contents have holes, or room that nothing was written to.
  ///
  /// Room that was allocated ahead is in `st_blocks`, and is a hole to lseek(2) until it is written.
  ///
  /// - Parameters:
  ///   - file: A descriptor of them; its offset is changed.
  ///   - blocks: What they occupy, in units of 512 bytes.
  package static func haveGaps(_ file: Int32, size: Int64, blocks: Int64) -> Bool {
    guard blocks == usualBlocks(size) else { return true }
    let hole = lseek(file, 0, ContentCopier.seekHole)
    return hole >= 0 && hole < size
  }

  /// The same of contents that are not open.
  func haveGaps(_ key: ContentKey) -> Bool {
    var status = stat()
    guard let file = try? open(key, flags: O_RDONLY), fstat(file.number, &status) == 0 else { return false }
    return Self.haveGaps(file.number, size: Int64(status.st_size), blocks: Int64(status.st_blocks))
  }
}
