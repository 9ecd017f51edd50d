import Glibc
package import LinuxSystem

/// A content file that was just made, open for reading and writing, and that no item has yet.
///
/// It is removed with this value, unless it is kept because an item has it.
package struct NewContents: ~Copyable, Sendable {
  package let key: ContentKey
  private let contents: ContentFiles
  private var file: Descriptor?

  init(key: ContentKey, file: consuming Descriptor, in contents: ContentFiles) {
    self.key = key
    self.file = consume file
    self.contents = contents
  }

  /// What system calls know the open file by. It stays open as long as this value is there.
  package var number: Int32 { file.number }

  /// Puts the contents on the disk, and the name of their file.
  ///
  /// - Throws: `full` or `inputOutput`.
  package func synchronize() throws(StoreError) {
    guard fdatasync(number) == 0 else { throw StoreError(errno: errno, "cannot synchronize new contents") }
    try contents.synchronizeEntries(of: [key])
  }

  /// Leaves the content file where it is.
  ///
  /// - Returns: The open file, which is closed when the caller drops it.
  @discardableResult
  package consuming func keep() -> Descriptor? { file.take() }

  deinit { if file != nil { contents.remove(key) } }
}
