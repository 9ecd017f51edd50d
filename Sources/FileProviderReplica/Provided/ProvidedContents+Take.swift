import FileProviderStore
import Foundation
import Glibc
import LinuxSystem

/// Making the provider's file contents of the store, with as little copying as the disk allows.
extension ProvidedContents {
  /// Takes the file over: its bytes are in a content file, or in memory, when this returns, and the provider's file is gone in any
  /// case.
  ///
  /// Small contents are read. Of others the blocks are shared where the disk can do that. Otherwise it is moved where it is on the same disk and has no other
  /// name, and copied where not.
  ///
  /// - Parameter copier: Makes the copy, where one is made.
  /// - Returns: The contents and their real size.
  /// - Throws: `StoreError`; `ReplicaError.broken` when it is not a regular file.
  func take(into contents: ContentFiles, by copier: ContentCopier) throws -> (contents: IncomingContents, size: Int64) {
    defer { discard() }
    // Follows no link, and does not wait for the other end of a pipe.
    guard let provided = Descriptor(opening: url.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else {
      throw ReplicaError.broken("cannot open the contents: \(String(cString: strerror(errno)))")
    }
    let source = provided.number
    var status = stat()
    guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw ReplicaError.broken("the contents are not a regular file")
    }
    if (1...off_t(SmallContents.largest)).contains(status.st_size) {
      let bytes = try copier.bytes(of: source, atMost: SmallContents.largest + 1)
      if (1...SmallContents.largest).contains(bytes.count) { return (.small(bytes), Int64(bytes.count)) }
    }
    let new = try contents.create()
    let key = new.key
    if !copier.share(source, status, with: new.number), !move(status, source, to: key, in: contents) {
      try copier.copy(source, status, into: new.number)
    }
    guard let size = contents.size(of: key) else {
      throw StoreError(.damaged, "the content file \(key.rawValue) is missing")
    }
    new.keep()
    return (.file(key), size)
  }

  /// Moves the file itself, if it has no other name by which somebody could change it later.
  private func move(_ status: stat, _ source: Int32, to key: ContentKey, in contents: ContentFiles) -> Bool {
    guard status.st_nlink == 1, status.st_uid == geteuid(), fchmod(source, 0o600) == 0 else { return false }
    return contents.replace(key, withFileAt: url.path)
  }
}
