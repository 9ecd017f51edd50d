import FileProviderStore
import Foundation
import Glibc

/// A folder of the source that the walker is in.
final class ImportLevel {
  private(set) var descriptor: Int32
  let path: String
  /// The path from the imported folder, for patterns; empty for the folder itself.
  let inner: String
  /// The same folder in the domain, if it was there before.
  let existing: ItemAttributes?
  /// Whether the folder itself is not part of the import.
  let isTop: Bool
  /// Folders in it that have not been entered yet.
  var folders = NameList()
  /// Whether all of it could be read, so that what is missing is really gone.
  var isComplete = true
  private let device: dev_t
  private let inode: ino_t

  init(descriptor: Int32, path: String, inner: String = "", existing: ItemAttributes?, isTop: Bool = false) {
    self.descriptor = descriptor
    self.path = path
    self.inner = inner
    self.existing = existing
    self.isTop = isTop
    var status = stat()
    fstat(descriptor, &status)
    device = status.st_dev
    inode = status.st_ino
  }

  deinit { close() }

  /// `/proc/self/fd/N/`, for calls that take no descriptor.
  lazy var prefix: [CChar] = "/proc/self/fd/\(descriptor)/".utf8.map { CChar(bitPattern: $0) }

  func close() {
    guard descriptor >= 0 else { return }
    Glibc.close(descriptor)
    descriptor = -1
  }

  /// Opens the directory again if its descriptor was given up: it is the one above the folder just left.
  ///
  /// - Returns: Whether it is open, and the same as before.
  func reopen(from child: ImportLevel?) -> Bool {
    if descriptor >= 0 || descriptor == AT_FDCWD { return true }
    guard let child, child.descriptor >= 0 else { return false }
    let found = openat(child.descriptor, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard found >= 0 else { return false }
    var status = stat()
    guard fstat(found, &status) == 0, status.st_dev == device, status.st_ino == inode else {
      Glibc.close(found)
      return false
    }
    descriptor = found
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

/// Folders that an import never enters: where domains are kept, and mounts of the domain it goes into.
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
    if let storage, storage == (UInt64(status.st_dev), UInt64(status.st_ino)) { return "domains are kept here" }
    return mounts.contains(UInt64(status.st_dev)) ? "this is a mount of the domain itself" : nil
  }
}
