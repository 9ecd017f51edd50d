package import Foundation
import Glibc

// Contents that come from other files, or go to some: nobody else needs to know where content files are.
extension ContentFiles {
  /// `FICLONE` of `linux/fs.h`, a macro with a type in it: `_IOW(0x94, 9, int)`.
  private static let clone: UInt = 0x4004_9409
  /// `SEEK_DATA` and `SEEK_HOLE`, which Swift's Glibc leaves out.
  static let (seekData, seekHole): (Int32, Int32) = (3, 4)

  /// Copies what an open file contains into a new content file, holes left holes, blocks shared where the disk can.
  ///
  /// - Returns: Its number, and a descriptor for reading and writing that the caller closes.
  /// - Throws: `full` or `inputOutput`, and then nothing is left behind.
  package func createCopy(of source: Int32) throws(StoreError) -> (key: ContentKey, descriptor: Int32) {
    let (key, target) = try create()
    do throws(StoreError) {
      if ioctl(target, Self.clone, source) != 0 { try Self.copyData(from: source, to: target) }
      return (key, target)
    } catch {
      close(target)
      remove(key)
      throw error
    }
  }

  private static func copyData(from source: Int32, to target: Int32) throws(StoreError) {
    let failed = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer -> Int32? in
      var status = stat()
      guard fstat(source, &status) == 0 else { return errno }
      var offset: off_t = 0
      while offset < status.st_size {
        let data = lseek(source, offset, seekData)
        // Nothing but a hole follows, or the disk does not say where holes are.
        if data < 0 && errno == ENXIO { break }
        if data > offset { offset = data }
        let hole = lseek(source, offset, seekHole)
        let end = hole > offset ? hole : status.st_size
        while offset < end {
          let count = pread(source, buffer.baseAddress, min(buffer.count, end - offset), offset)
          if count == 0 { break }
          guard count > 0 else { return errno }
          guard pwrite(target, buffer.baseAddress, count, offset) == count else { return errno == 0 ? ENOSPC : errno }
          offset += count
        }
        if offset < end { break }
      }
      return ftruncate(target, status.st_size) == 0 ? nil : errno
    }
    if let failed { throw StoreError(errno: failed, "cannot copy contents") }
  }

  /// Copies contents to a file that is made for them.
  package func copy(_ key: ContentKey, to url: URL) throws(StoreError) {
    let source = try open(key, flags: O_RDONLY)
    defer { close(source) }
    let target = Glibc.open(url.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw StoreError(errno: errno, "cannot make \(url.path)") }
    defer { close(target) }
    try Self.copyData(from: source, to: target)
  }

  /// Makes a file of somebody else's a content file, in the place of one that was just made.
  ///
  /// - Returns: Whether it could be moved: it is on the same disk.
  package func replace(_ key: ContentKey, withFileAt path: String) -> Bool {
    renameat(AT_FDCWD, path, descriptor, Self.path(key)) == 0
  }

  /// Gives contents another name, by which they stay when they are removed here.
  ///
  /// - Parameter directory: On the same disk; contents have the same place in it as here.
  /// - Throws: Why not. Contents that have no file, or are there already, are passed over.
  func link(_ key: ContentKey, into directory: URL) throws(StoreError) {
    let shard = directory.appendingPathComponent(Self.shard(key)).path
    if mkdir(shard, 0o700) != 0 && errno != EEXIST { throw StoreError(errno: errno, "cannot make \(shard)") }
    let target = directory.appendingPathComponent(Self.path(key)).path
    if linkat(descriptor, Self.path(key), AT_FDCWD, target, 0) != 0 && errno != EEXIST && errno != ENOENT {
      throw StoreError(errno: errno, "cannot link \(target)")
    }
  }
}
