package import Foundation
import Glibc
package import LinuxSystem

/// The owner of a store: files that root makes in another user's store are given to that user, who could not open them otherwise.
///
/// Every file and folder of a store is made by this type. For an ordinary user, for root in root's own store, and for root with the owner's identity
/// (`FileIdentity`), it only calls `open(2)` and `mkdir(2)`. Nothing but a regular file is opened, and no link followed. In another user's folder root opens only
/// that user's files, and gives away only those that it has made itself, because that user controls the folder.
package struct StoreOwner: Sendable {
  /// `nil` when nothing has to be given away.
  private let owner: (user: uid_t, group: gid_t)?

  /// - Parameter directory: The store's.
  package init(of directory: URL) {
    var status = stat()
    let isAnother = FileIdentity.currentUser == 0 && stat(directory.path, &status) == 0 && status.st_uid != 0
    owner = isAnother ? (status.st_uid, status.st_gid) : nil
  }

  /// Opens a file, and makes it, for its owner alone, if it is not there.
  ///
  /// - Parameters:
  ///   - folder: An open folder that a relative path begins at.
  ///   - flags: Those of `open(2)`, `O_RDWR` if none are given; `O_CLOEXEC` is added.
  /// - Returns: `nil` for a failure, with the reason in `errno`.
  package func open(_ path: String, in folder: Int32? = nil, _ flags: Int32? = nil) -> Descriptor? {
    let (folder, flags) = (folder ?? AT_FDCWD, flags ?? O_RDWR)
    guard let owner else { return Descriptor(openingFile: path, flags | O_CREAT, in: folder) }
    if let made = Descriptor(opening: path, flags | O_CREAT | O_EXCL, in: folder) {
      guard fchown(made.number, owner.user, owner.group) == 0 else { return nil }
      return made
    }
    guard errno == EEXIST, flags & O_EXCL == 0 else { return nil }
    guard let found = Descriptor(openingFile: path, flags, in: folder) else { return nil }
    // What that user has linked to here may be a file of somebody else's. What has no other name is the store's.
    var status = stat()
    guard fstat(found.number, &status) == 0, status.st_uid == owner.user || status.st_nlink < 2 else {
      errno = EPERM
      return nil
    }
    return found
  }

  /// Makes a folder that only its owner may enter.
  ///
  /// - Returns: As `mkdir(2)`, with `errno`.
  package func makeFolder(_ path: String, in folder: Int32? = nil) -> Int32 {
    guard mkdirat(folder ?? AT_FDCWD, path, 0o700) == 0 else { return -1 }
    guard let owner else { return 0 }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
    guard let made = Descriptor(opening: path, flags, in: folder ?? AT_FDCWD) else { return -1 }
    return fchown(made.number, owner.user, owner.group)
  }

  /// Makes an empty file where there is none, for code that opens it by its name.
  func prepare(_ path: String) {
    guard owner != nil, access(path, F_OK) != 0 else { return }
    _ = open(path, O_RDWR | O_EXCL)
  }
}
