package import Foundation
import Glibc
import LinuxSystem

// Copying contents from and to other files, so that no other code needs to know where content files are.
extension ContentFiles {
  /// Copies what an open file contains into a new content file.
  ///
  /// - Parameters:
  ///   - source: As for `ContentCopier.copy`.
  ///   - status: The result of `fstat` for it.
  ///   - copier: Makes the copy.
  /// - Throws: `full` or `inputOutput`, or what `ContentCopier.copy` throws; then nothing is left behind.
  package func createCopy(
    of source: Int32, _ status: stat, by copier: ContentCopier = ContentCopier()
  ) throws(StoreError) -> NewContents {
    let copy = try create()
    try copier.copy(source, status, into: copy.number)
    return copy
  }

  /// Copies what an open file contains into a new content file, unless it is empty.
  ///
  /// - Returns: Its number and its size; `nil` for an empty file, which needs none.
  /// - Throws: As `createCopy`.
  package func copy(
    _ source: Int32, _ status: stat, by copier: ContentCopier
  ) throws(StoreError) -> (key: ContentKey, size: Int64)? {
    guard status.st_size > 0 else { return nil }
    let copy = try create()
    let size = try copier.copy(source, status, into: copy.number)
    let key = copy.key
    copy.keep()
    return (key, size)
  }

  /// Copies contents to a file that is made for them.
  package func copy(_ key: ContentKey, to url: URL) throws(StoreError) {
    let source = try open(key, flags: O_RDONLY)
    guard let target = Descriptor(opening: url.path, O_RDWR | O_CREAT | O_EXCL) else {
      throw StoreError(errno: errno, "cannot create \(url.path)")
    }
    var status = stat()
    guard fstat(source.number, &status) == 0 else { throw StoreError(errno: errno, "cannot copy contents") }
    try ContentCopier().copy(source.number, status, into: target.number)
  }

  /// Moves a file that another program made into the place of a new content file.
  ///
  /// - Returns: Whether it could be moved: it is on the same disk.
  package func replace(_ key: ContentKey, withFileAt path: String) -> Bool {
    renameat(AT_FDCWD, path, descriptor, Self.path(key)) == 0
  }

  /// Gives contents another name, by which they stay when they are removed here.
  ///
  /// - Parameters:
  ///   - directory: On the same disk, unless the links are symbolic; contents have the same place in it as here.
  ///   - isSymbolic: Whether to make symbolic links.
  /// - Throws: Why not. Contents that have no file, or are there already, are passed over.
  func link(_ key: ContentKey, into directory: URL, isSymbolic: Bool = false) throws(StoreError) {
    if key.isSmall { return }
    let shard = directory.appendingPathComponent(Self.shard(key)).path
    if mkdir(shard, 0o700) != 0 && errno != EEXIST { throw StoreError(errno: errno, "cannot create \(shard)") }
    let target = directory.appendingPathComponent(Self.path(key)).path
    let result =
      isSymbolic
      ? symlink(url(of: key).path, target) : linkat(descriptor, Self.path(key), AT_FDCWD, target, 0)
    if result != 0 && errno != EEXIST && errno != ENOENT {
      throw StoreError(errno: errno, "cannot link \(target)")
    }
  }
}
