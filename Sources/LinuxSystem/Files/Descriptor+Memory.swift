import CLinux

extension Descriptor {
  /// Makes a file in memory, for reading and writing (memfd_create(2)).
  ///
  /// - Parameter name: What `/proc` shows.
  /// - Returns: `nil` for a failure, with the reason in `errno`.
  package init?(inMemory name: String) {
    // MFD_CLOEXEC
    self.init(owning: memfd_create(name, 1))
  }
}
