import FileProviderStore
import Glibc
import LinuxSystem

/// A content file that the kernel itself reads and writes for those who have the document open.
final class Backing: Sendable {
  /// By which the kernel knows the file.
  let number: Int32
  /// The contents, as they were named when the file was registered.
  let content: ContentKey
  /// Open for reading only, so that it is no writer among those that `FileLease` counts.
  private let file: Descriptor
  private let registry: BackingRegistry

  /// Registers the file of a descriptor.
  ///
  /// - Returns: `nil` for a failure, with the reason in `errno`.
  init?(_ content: ContentKey, _ descriptor: Int32, _ registry: BackingRegistry) {
    guard let file = Self.reopen(descriptor, O_RDONLY) else { return nil }
    let number = registry.add(file.number)
    guard number > 0 else { return nil }
    self.number = number
    self.content = content
    self.file = file
    self.registry = registry
  }

  deinit { registry.remove(number) }

  /// For reading only.
  var descriptor: Int32 { file.number }

  /// What a change of the file changes; `nil` when it does not answer.
  var stamp: FileStamp? { OpenFile.status(of: file.number).map { FileStamp($0) } }

  /// Whether somebody can still write the file: through a descriptor of any process, or a mapping.
  var hasWriter: Bool { FileLease.hasWriter(file.number) ?? false }

  /// Whether a descriptor is of this file.
  func isFile(of descriptor: Int32) -> Bool {
    guard let own = OpenFile.status(of: file.number), let other = OpenFile.status(of: descriptor) else { return false }
    return own.st_ino == other.st_ino && own.st_dev == other.st_dev
  }

  /// Opens the file of a descriptor once more, though it may have no name any more.
  static func reopen(_ descriptor: Int32, _ flags: Int32) -> Descriptor? {
    Descriptor(opening: "/proc/self/fd/\(descriptor)", flags)
  }
}

/// What a change of a file's contents changes, on a file system with fine-grained times.
struct FileStamp: Equatable, Sendable {
  let size: Int64
  let modified: Timestamp

  init(_ status: stat) {
    size = Int64(status.st_size)
    modified = Timestamp(status.st_mtim)
  }
}
