import Glibc
import LinuxSystem

extension ContentFiles {
  /// Ensures that no process has a content file open, and none opens it: an open(2) waits until the lease is released (`F_SETLEASE` in fcntl(2)).
  ///
  /// - Returns: What holds the lease; `nil` when somebody has the file open, a mapping included.
  /// - Throws: `damaged` when it is gone; `featureUnsupported` where the disk has no leases; `inputOutput`.
  func lease(_ key: ContentKey) throws(StoreError) -> Descriptor? {
    // Of <fcntl.h>; the module of the C library leaves them out.
    let (setLease, setSignal): (Int32, Int32) = (1024, 10)
    // Not waiting: this transaction itself may have the lease that is in the way.
    guard let file = try openAtOnce(key, flags: O_RDONLY) else { return nil }
    // The kernel notifies the holder of a waiter by a signal. This one is ignored by default; the usual one would end the process.
    _ = fcntl(file.number, setSignal, SIGURG)
    if fcntl(file.number, setLease, Int32(F_WRLCK)) == 0 { return file }
    if errno == EAGAIN || errno == EBUSY { return nil }
    guard errno == EINVAL || errno == ENOLCK || errno == EOPNOTSUPP else {
      throw StoreError(errno: errno, "cannot take a lease of contents")
    }
    throw StoreError(
      .featureUnsupported, "the file system cannot report whether contents are open, so nothing is evicted")
  }

  /// Whether any process has a content file open for writing, a mapping included. False on a disk without leases.
  func hasWriter(_ key: ContentKey) -> Bool {
    guard !key.isSmall, let file = try? openAtOnce(key, flags: O_RDONLY) else { return false }
    return FileLease.hasWriter(file.number) ?? false
  }
}
