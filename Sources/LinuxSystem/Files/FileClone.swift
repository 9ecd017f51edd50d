import Glibc

/// Sharing the blocks of one file with another, on disks that can (ioctl_ficlone(2)).
package enum FileClone {
  /// `FICLONE` of `linux/fs.h`, a macro with a type in it: `_IOW(0x94, 9, int)`.
  private static let request: UInt = 0x4004_9409

  /// Makes a file's contents those of another, without copying.
  ///
  /// - Returns: Whether the disk could; both descriptors are as they were if not, with the reason in `errno`.
  package static func clone(_ source: Int32, to target: Int32) -> Bool { ioctl(target, request, source) == 0 }
}
