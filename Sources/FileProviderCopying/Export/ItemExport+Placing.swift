import CLinux
import FileProviderStore
import Glibc

extension ItemExport {
  /// Puts something new into a directory, under a temporary name first. It is renamed when it is complete and removed
  /// when it fails, so that an interruption or a full disk leaves what was there.
  package func place(_ name: FileName, in directory: Int32, _ path: String, make: ([CChar]) throws -> Void) throws {
    temporaries += 1
    let temporary = ".fileprovider-export-\(getpid())-\(temporaries)".spelledCString
    var isPlaced = false
    defer { if !isPlaced { unlinkat(directory, temporary, 0) } }
    try make(temporary)
    try check(rename(temporary, to: name.cString, in: directory), path)
    isPlaced = true
  }

  private func rename(_ temporary: [CChar], to name: [CChar], in directory: Int32) -> Int32 {
    if replaces { return renameat(directory, temporary, directory, name) }
    let code = renameat2(directory, temporary, directory, name, Self.noReplace)
    // Some file systems cannot check in the rename whether the name is taken.
    guard code != 0, errno == EINVAL || errno == ENOSYS else { return code }
    var status = stat()
    guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) != 0 else {
      errno = EEXIST
      return -1
    }
    return renameat(directory, temporary, directory, name)
  }

  /// `RENAME_NOREPLACE`.
  private static let noReplace: UInt32 = 1

  /// Whether a directory has an item already: of the same kind, and with the same size and time, the same target or the
  /// same device number.
  func isUnchanged(
    _ record: ItemRecord, _ status: stat, _ reader: StoreReader, in directory: Int32
  ) throws -> Bool {
    let item = record.attributes
    switch (record.kind, status.st_mode & S_IFMT) {
    case (.file, S_IFREG): return Int64(status.st_size) == item.size && Self.isEqual(status.st_mtim, item.modified)
    case (.symlink, S_IFLNK):
      return try reader.target(of: record.id) ?? [] == Self.target(of: record.name, in: directory)
    case (.fifo, S_IFIFO), (.socket, S_IFSOCK): return true
    case (.blockDevice, S_IFBLK), (.characterDevice, S_IFCHR):
      return try reader.device(of: record.id) == UInt64(status.st_rdev)
    default: return false
    }
  }

  /// A file system that keeps whole seconds stores the time without its fraction.
  private static func isEqual(_ time: timespec, _ other: Timestamp) -> Bool {
    let other = other.systemTime
    return time.tv_sec == other.tv_sec && (time.tv_nsec == other.tv_nsec || time.tv_nsec == 0)
  }

  private static func target(of name: FileName, in directory: Int32) -> [UInt8]? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(directory, name.cString, &buffer, buffer.count)
    return count < 0 ? nil : buffer[..<count].map { UInt8(bitPattern: $0) }
  }
}
