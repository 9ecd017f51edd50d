package import FileProviderProgram
import Glibc
import LinuxSystem

/// The destination of an export, from its last argument.
package enum ExportDestination {
  /// Into a directory.
  case directory(SystemPath)
  /// To a file of another name: only where one item is exported that is not a folder.
  case file(SystemPath)
  /// To standard output.
  case output

  /// - Parameter isOneFile: Whether one item is exported, and it is not a folder.
  package init(_ path: String, isOneFile: Bool) throws {
    guard !path.isEmpty else { throw CommandFailure("export", "the destination is empty", status: .usage) }
    if path == "-" {
      guard isOneFile else {
        throw CommandFailure("export", "only a single file can be written to standard output", status: .usage)
      }
      self = .output
      return
    }
    let destination = SystemPath(path)
    var status = stat()
    let isDirectory = stat(destination.bytes, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    self = isOneFile && !isDirectory && !path.hasSuffix("/") ? .file(destination) : .directory(destination)
  }
}

/// A directory of this machine that is written into, by descriptor.
struct OpenDirectory: ~Copyable {
  private let directory: Descriptor

  /// What system calls know it by.
  var descriptor: Int32 { directory.number }

  /// Opens a directory.
  ///
  /// - Parameter makes: Whether to create it if missing.
  init(_ path: SystemPath, makes: Bool) throws {
    if makes && mkdir(path.bytes, 0o777) != 0 && errno != EEXIST { throw Self.failure(path) }
    guard let directory = Descriptor(opening: path.bytes, O_RDONLY | O_DIRECTORY) else { throw Self.failure(path) }
    self.directory = directory
  }

  private static func failure(_ path: SystemPath) -> CommandFailure {
    let number = errno
    return CommandFailure(
      path.given, System.reason(number), remedy: number == ENOENT ? "create the directory first" : nil)
  }
}
