package import Glibc

/// An open file that is closed with its last owner (open(2), close(2)).
///
/// There is always exactly one owner: it cannot be copied, closed twice or forgotten. System calls get `number`, for as long as they
/// take.
package struct Descriptor: ~Copyable, Sendable {
  /// What system calls know it by.
  package let number: Int32

  /// Takes over a descriptor that a system call has made.
  ///
  /// - Parameter number: What the call returned; negative for a failure, with the reason in `errno`.
  /// - Returns: `nil` for a failure. `errno` is as it was.
  package init?(owning number: Int32) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  /// Opens a file, never for programs that this one starts (`O_CLOEXEC`), and repeats the call if a signal interrupted it.
  ///
  /// - Parameters:
  ///   - path: The path, from the working directory unless `directory` is given.
  ///   - flags: `O_RDONLY` and the like.
  ///   - mode: The permissions of a file that is made.
  ///   - directory: The descriptor of the folder that a relative path begins at.
  /// - Returns: `nil` for a failure, with the reason in `errno`.
  package init?(
    opening path: UnsafePointer<CChar>, _ flags: Int32, mode: mode_t = 0o600, in directory: Int32 = AT_FDCWD
  ) {
    var number = openat(directory, path, flags | O_CLOEXEC, mode)
    while number < 0 && errno == EINTR { number = openat(directory, path, flags | O_CLOEXEC, mode) }
    self.init(owning: number)
  }

  /// Opens a regular file and nothing else, as `init(opening:)` does.
  ///
  /// A symbolic link is not followed. A FIFO does not make the caller wait for its other end: like a folder or a device, it is closed and refused.
  /// While another process has a lease of the file (fcntl(2)), it fails with `EWOULDBLOCK`.
  package init?(
    openingFile path: UnsafePointer<CChar>, _ flags: Int32, mode: mode_t = 0o600, in directory: Int32 = AT_FDCWD
  ) {
    guard let file = Descriptor(opening: path, flags | O_NOFOLLOW | O_NONBLOCK, mode: mode, in: directory) else {
      return nil
    }
    guard file.isFile else {
      errno = EINVAL
      return nil
    }
    self = file
  }

  /// Whether it is a file, and no folder, FIFO or device.
  package var isFile: Bool {
    var status = stat()
    return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Makes another descriptor for what this one has open (`F_DUPFD_CLOEXEC`).
  ///
  /// - Returns: `nil` for a failure, with the reason in `errno`.
  package borrowing func duplicate() -> Descriptor? { Descriptor(owning: fcntl(number, F_DUPFD_CLOEXEC, 0)) }

  /// Releases the descriptor: the caller must close the returned number.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// Closes it now, and returns the error that the disk or server behind it reported (close(2)).
  ///
  /// - Returns: The number of an error; 0 for none.
  package consuming func close() -> Int32 {
    let number = number
    discard self
    // Closed in any case, also after EINTR: https://man7.org/linux/man-pages/man2/close.2.html
    return Glibc.close(number) == 0 || errno == EINTR ? 0 : errno
  }

  deinit {
    // A destructor may run between a failed call and the read of `errno`.
    let reason = errno
    Glibc.close(number)
    errno = reason
  }
}

extension Optional where Wrapped == Descriptor {
  /// What system calls know it by; -1 for none, which they refuse (`EBADF`).
  package var number: Int32 {
    switch self {
    case .some(let descriptor): descriptor.number
    case .none: -1
    }
  }
}
