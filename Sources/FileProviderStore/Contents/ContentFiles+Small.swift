import Glibc
import LinuxSystem

// Small contents for those who need a file.
extension ContentFiles {
  /// The bytes of small contents that are committed.
  ///
  /// - Throws: `damaged` when they are not there.
  func small(_ key: ContentKey) throws(StoreError) -> [UInt8] {
    guard let readers else { throw StoreError(.damaged, "no database has the small contents") }
    return try readers.lend { (reader) throws(StoreError) in try reader.smallContents(key) }
  }

  /// How many bytes they have; `nil` when they are not there.
  func sizeOfSmall(_ key: ContentKey) -> Int64? {
    try? readers?.lend { (reader) throws(StoreError) in try reader.sizeOfSmallContents(key) }
  }

  /// Makes a file in memory with the bytes of small contents, for reading: what is written to it goes nowhere.
  func openSmall(_ key: ContentKey, _ flags: Int32) throws(StoreError) -> Descriptor {
    guard flags & O_ACCMODE == O_RDONLY else { preconditionFailure("small contents are opened for writing") }
    let bytes = try small(key)
    guard let file = Descriptor(inMemory: "contents") else {
      throw StoreError(errno: errno, "cannot open small contents")
    }
    do throws(Errno) { try WholeFile.write(bytes, to: file.number) } catch {
      throw StoreError(errno: error.number, "cannot open small contents")
    }
    lseek(file.number, 0, SEEK_SET)
    return file
  }
}
