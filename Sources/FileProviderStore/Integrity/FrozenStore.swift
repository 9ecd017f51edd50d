import Foundation
import Glibc
import LinuxSystem

/// A store on a read-only disk: a DVD, a snapshot, a disk that was mounted read-only.
enum FrozenStore {
  /// Whether the store is on such a disk.
  ///
  /// - Throws: `readOnly` when the write-ahead log is not empty: SQLite cannot read it there.
  static func isFrozen(_ directory: URL) throws(StoreError) -> Bool {
    guard access(directory.path, W_OK) != 0, errno == EROFS else { return false }
    guard isEmpty(StoreDatabase.url(in: directory).path + "-wal") else {
      throw StoreError(
        .readOnly,
        "the store \(directory.path) was not closed cleanly, and its disk is read-only; check it with --repair where it is writable"
      )
    }
    return true
  }

  /// Whether a write-ahead log is empty: its file is missing or empty, or its header was zeroed.
  private static func isEmpty(_ wal: String) -> Bool {
    guard let file = Descriptor(openingFile: wal, O_RDONLY) else { return errno == ENOENT }
    var magic: UInt32 = 0
    return pread(file.number, &magic, 4, 0) < 4 || magic == 0
  }
}
