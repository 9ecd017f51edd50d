import Glibc

/// An open folder that is the person's own. What is put into it through the descriptor goes nowhere else, whoever renames it meanwhile.
struct PrivateFolder: ~Copyable {
  let descriptor: Int32

  /// Opens a folder, which is made if it is missing.
  ///
  /// Where others may write, somebody may have made the name before: a link, a folder of their own, or one that they can look into. The
  /// sticky bit keeps nobody from that.
  ///
  /// - Returns: `nil` for a folder that is not the person's alone, and for one that cannot be made.
  init?(_ path: String, in folder: Int32 = AT_FDCWD) {
    guard mkdirat(folder, path, 0o700) == 0 || errno == EEXIST else { return nil }
    let opened = openat(folder, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    var status = Glibc.stat()
    guard fstat(opened, &status) == 0, status.st_uid == getuid(), status.st_mode & 0o002 == 0 else {
      close(opened)
      return nil
    }
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// Makes a file with this text.
  ///
  /// - Throws: `POSIXError`, `EEXIST` where something has the name. Nothing is left then of what was made.
  func write(_ text: String, to name: String) throws {
    let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    defer { close(file) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let error = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        remove(name)
        throw error
      }
      rest.removeFirst(count)
    }
  }

  /// Removes a file.
  func remove(_ name: String) { unlinkat(descriptor, name, 0) }
}
