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

  /// Makes a file in memory that keeps its bytes: writing to it fails with `EPERM` (*File sealing* in fcntl(2)).
  ///
  /// - Parameter name: What `/proc` shows.
  /// - Returns: `nil` for a failure, with the reason in `errno`.
  package static func sealed(inMemory name: String, _ bytes: [UInt8]) -> Descriptor? {
    // MFD_CLOEXEC | MFD_ALLOW_SEALING
    guard let file = Descriptor(owning: memfd_create(name, 3)) else { return nil }
    do throws(Errno) { try WholeFile.write(bytes, to: file.number) } catch {
      errno = error.number
      return nil
    }
    // F_ADD_SEALS: F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE
    _ = fcntl(file.number, 1033, 2 | 4 | 8)
    return file
  }
}
