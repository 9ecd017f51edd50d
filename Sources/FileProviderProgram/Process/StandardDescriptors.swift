import Glibc

/// Standard input, output and error, which the parent process may have closed.
package enum StandardDescriptors {
  /// Opens something in place of those that are closed: otherwise the next file to be opened would take their number.
  /// Reading and writing still fail, with the error of a closed descriptor.
  package static func fill() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is the missing one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
