import Glibc

/// Asks the kernel who has a file open, by a lease that is given back at once (`F_SETLEASE` in fcntl(2)).
///
/// The kernel grants a lease only if it is in nobody's way, and counts what no process has a descriptor of: mappings, and files
/// that it reads and writes for another file system.
package enum FileLease {
  // Of <fcntl.h>; the module of the C library leaves them out.
  private static let (setLease, setSignal): (Int32, Int32) = (1024, 10)

  /// Whether anybody has the file open for writing.
  ///
  /// - Parameter descriptor: Open for reading only.
  /// - Returns: `nil` where the file system has no leases.
  package static func hasWriter(_ descriptor: Int32) -> Bool? { isRefused(F_RDLCK, on: descriptor) }

  /// Whether anybody but this descriptor has the file open.
  ///
  /// - Returns: `nil` where the file system has no leases.
  package static func isOpenElsewhere(_ descriptor: Int32) -> Bool? { isRefused(F_WRLCK, on: descriptor) }

  private static func isRefused(_ kind: Int32, on descriptor: Int32) -> Bool? {
    // The kernel notifies the holder of whoever waits by a signal. This one is ignored by default; the usual one would end the process.
    _ = fcntl(descriptor, setSignal, SIGURG)
    if fcntl(descriptor, setLease, kind) == 0 {
      _ = fcntl(descriptor, setLease, F_UNLCK)
      return false
    }
    return errno == EAGAIN || errno == EBUSY ? true : nil
  }
}
