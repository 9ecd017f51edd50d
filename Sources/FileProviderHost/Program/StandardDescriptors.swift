import Glibc

/// Standard input, output and error, which whoever started us may have closed.
enum StandardDescriptors {
  /// Puts something in the place of those that are closed: else the next file to be opened would be one of them. Reading and writing still
  /// fail, with the error of a closed descriptor.
  static func fill() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is the one that is missing.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
