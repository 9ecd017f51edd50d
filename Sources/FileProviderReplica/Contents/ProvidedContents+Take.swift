import FileProviderStore
import Foundation
import Glibc

/// Making the provider's file a content file of the store, with as little copying as the disk allows.
extension ProvidedContents {
  /// Takes the file over: its bytes are in a content file when this returns, and the provider's file is gone in any
  /// case.
  ///
  /// The file is cloned where the disk can (`FICLONE`), moved where it is on the same disk and has no other name, and
  /// copied otherwise.
  ///
  /// - Returns: The content file and its real size.
  /// - Throws: `StoreError`; `ReplicaError.broken` when it is not a regular file.
  func take(into contents: ContentFiles) throws -> (key: ContentKey, size: Int64) {
    defer { discard() }
    // Follows no link, and does not wait for the other end of a pipe.
    let source = open(url.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard source >= 0 else {
      throw ReplicaError.broken("the contents cannot be opened: \(String(cString: strerror(errno)))")
    }
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw ReplicaError.broken("the contents are not a regular file")
    }
    let (key, file) = try contents.create()
    defer { close(file) }
    do {
      if ioctl(file, Self.ficlone, source) != 0, !move(status, source, to: key, in: contents) {
        try Self.copy(source, to: file)
      }
      guard let size = contents.size(of: key) else {
        throw StoreError(.damaged, "the content file \(key.rawValue) is gone")
      }
      return (key, size)
    } catch {
      contents.remove(key)
      throw error
    }
  }

  /// `FICLONE` of `linux/fs.h`, which is a macro that Swift does not see: `_IOW(0x94, 9, int)`.
  private static let ficlone: UInt = 0x4004_9409

  /// Moves the file itself, if it has no other name by which somebody could change it later.
  private func move(_ status: stat, _ source: Int32, to key: ContentKey, in contents: ContentFiles) -> Bool {
    guard status.st_nlink == 1, status.st_uid == geteuid(), fchmod(source, 0o600) == 0 else { return false }
    return contents.replace(key, withFileAt: url.path)
  }

  /// Copies inside the kernel. (`copy_file_range` is hidden from Swift behind `_GNU_SOURCE`; where it could clone,
  /// `FICLONE` has done so.)
  private static func copy(_ source: Int32, to target: Int32) throws(StoreError) {
    while true {
      let count = sendfile(target, source, nil, 1 << 30)
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        // The kernel cannot copy from that file system: copied through memory.
        guard errno == EINVAL || errno == ENOSYS else { throw StoreError(errno: errno, "cannot copy contents") }
        return try copyByHand(source, to: target)
      }
    }
  }

  private static func copyByHand(_ source: Int32, to target: Int32) throws(StoreError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
    defer { buffer.deallocate() }
    while true {
      let count = read(source, buffer.baseAddress, buffer.count)
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw StoreError(errno: errno, "cannot read contents")
      }
      var written = 0
      while written < count {
        let result = write(target, buffer.baseAddress?.advanced(by: written), count - written)
        if result < 0 {
          if errno == EINTR { continue }
          throw StoreError(errno: errno, "cannot write contents")
        }
        written += result
      }
    }
  }
}
