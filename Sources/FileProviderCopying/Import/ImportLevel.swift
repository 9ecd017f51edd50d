import FileProviderDomains
import FileProviderStore
import Foundation
import Glibc
import LinuxSystem

/// A folder of the source that the walker is in.
final class ImportLevel {
  /// `nil` once it is closed, and in the working directory.
  private var directory: Descriptor?
  private let isWorkingDirectory: Bool
  let path: String
  /// The path from the imported folder, for patterns; empty for the folder itself.
  let inner: String
  /// The same folder in the domain, if it was there before.
  let existing: ItemAttributes?
  /// Whether the folder itself is not part of the import.
  let isTop: Bool
  /// Folders in it that have not been entered yet.
  var folders = NameList()
  /// Whether all of it could be read, so that a missing entry was really removed.
  var isComplete = true
  private let device: dev_t
  private let inode: ino_t

  init(
    _ directory: consuming Descriptor, path: String, inner: String = "", existing: ItemAttributes?, isTop: Bool = false
  ) {
    var status = stat()
    fstat(directory.number, &status)
    device = status.st_dev
    inode = status.st_ino
    self.directory = consume directory
    isWorkingDirectory = false
    self.path = path
    self.inner = inner
    self.existing = existing
    self.isTop = isTop
  }

  /// The working directory, for a source that is named in the command line.
  init(workingDirectoryFor existing: ItemAttributes?) {
    directory = nil
    isWorkingDirectory = true
    (path, inner, isTop) = ("", "", false)
    (device, inode) = (0, 0)
    self.existing = existing
  }

  /// What system calls know it by; negative once it is closed.
  var descriptor: Int32 { isWorkingDirectory ? AT_FDCWD : directory.number }

  /// Begins to read the names in it.
  ///
  /// - Returns: `nil` when it cannot be read, with the reason in `errno`.
  func makeReader() -> DirectoryReader? {
    guard let copy = Descriptor(owning: fcntl(directory.number, F_DUPFD_CLOEXEC, 0)) else { return nil }
    return DirectoryReader(copy)
  }

  /// `/proc/self/fd/N/`, for calls that take no descriptor.
  lazy var prefix: [CChar] = "/proc/self/fd/\(descriptor)/".utf8.map { CChar(bitPattern: $0) }

  func close() { directory = nil }

  /// Opens the directory again if its descriptor was given up: it is the one above the folder just left.
  ///
  /// - Returns: Whether it is open, and the same as before.
  func reopen(from child: ImportLevel?) -> Bool {
    if descriptor >= 0 || isWorkingDirectory { return true }
    guard let child, child.descriptor >= 0,
      let found = Descriptor(opening: "..", O_RDONLY | O_DIRECTORY, in: child.descriptor)
    else { return false }
    var status = stat()
    guard fstat(found.number, &status) == 0, status.st_dev == device, status.st_ino == inode else { return false }
    directory = consume found
    prefix = "/proc/self/fd/\(descriptor)/".utf8.map { CChar(bitPattern: $0) }
    return true
  }

  func isDirectory(_ name: UnsafePointer<CChar>) -> Bool {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// The owner of an imported item: root keeps owners, and any other user owns the items.
struct SourceOwner {
  let user: UInt32
  let group: UInt32
  /// The mode, without the set-ID bits where the owner is another.
  let mode: UInt16

  init(_ status: stat) {
    let isKept = geteuid() == 0 || status.st_uid == geteuid()
    user = isKept ? status.st_uid : geteuid()
    group = isKept ? status.st_gid : getegid()
    mode = UInt16(status.st_mode & (isKept ? 0o7777 : 0o1777))
  }
}

/// Folders that an import never enters: the domains' storage, and mounts of the target domain.
struct ImportExclusions: Sendable {
  private let storage: (device: UInt64, inode: UInt64)?
  private let mounts: Set<UInt64>

  init(domain: DomainName) {
    var status = stat()
    storage =
      stat(DomainDirectory.base.path, &status) == 0 ? (UInt64(status.st_dev), UInt64(status.st_ino)) : nil
    mounts = Set(MountTable.all().filter { $0.source == domain.string }.map(\.device))
  }

  func reason(_ status: stat) -> String? {
    if let storage, storage == (UInt64(status.st_dev), UInt64(status.st_ino)) { return "domains are stored here" }
    return mounts.contains(UInt64(status.st_dev)) ? "a mount of the same domain" : nil
  }
}
