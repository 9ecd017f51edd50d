import CLinux
import Glibc

extension Descriptor {
  /// Makes a file in memory, for reading and writing (memfd_create(2)).
  ///
  /// - Parameter name: What `/proc` shows.
  /// - Returns: `nil` for a failure, with the reason in `errno`.
  package init?(inMemory name: String) {
    // MFD_CLOEXEC
    self.init(owning: memfd_create(name, 1))
  }

  /// Makes an empty file in memory that stays empty: writing to it fails with `EPERM`.
  ///
  /// - Parameter name: What `/proc` shows.
  /// - Returns: `nil` for a failure, with the reason in `errno`.
  package init?(emptyInMemory name: String) {
    // MFD_CLOEXEC | MFD_ALLOW_SEALING
    self.init(owning: memfd_create(name, 3))
    // F_ADD_SEALS: F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE
    _ = fcntl(number, 1033, 2 | 4 | 8)
  }
}
