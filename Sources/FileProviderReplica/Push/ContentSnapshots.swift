import FileProviderStore
import Foundation
import Glibc
import LinuxSystem

/// The folder of contents that are being sent: copies that nobody writes, each of which goes when its call has ended.
struct ContentSnapshots: Sendable {
  let folder: URL

  init(of store: ItemStore) { folder = store.directory.appendingPathComponent("sending") }

  /// Removes what a process has left that was killed.
  func sweep() {
    let manager = FileManager.default
    for name in (try? manager.contentsOfDirectory(atPath: folder.path)) ?? [] {
      unlink(folder.appendingPathComponent(name).path)
    }
  }

  /// Makes a copy of a document's contents that does not change any more; an empty file for none.
  ///
  /// - Returns: `nil` when they changed while they were copied, again and again.
  /// - Throws: `full` when there is no room for it; `damaged` when the contents are gone.
  func make(
    of key: ContentKey?, in contents: ContentFiles, by copier: ContentCopier
  ) throws(StoreError) -> URL? {
    guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else {
      throw StoreError(errno: errno, "cannot make \(folder.path)")
    }
    let url = folder.appendingPathComponent(UUID().uuidString)
    for _ in 0..<Self.tries {
      if try copy(key, to: url.path, contents, copier) { return url }
      unlink(url.path)
    }
    return nil
  }

  private static let tries = 3
  /// So much room is left to others.
  private static let spare: UInt64 = 64 << 20

  private func copy(
    _ key: ContentKey?, to path: String, _ contents: ContentFiles, _ copier: ContentCopier
  ) throws(StoreError) -> Bool {
    guard let target = Descriptor(opening: path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600) else {
      throw StoreError(errno: errno, "cannot make \(path)")
    }
    guard let key else { return true }
    let source = try contents.open(key, flags: O_RDONLY)
    guard let before = Self.status(source) else { throw StoreError(errno: errno, "cannot look at contents") }
    if !copier.share(source.number, before, with: target.number) {
      try checkRoom(for: UInt64(before.st_blocks) * 512)
      do { try copier.copy(source.number, before, into: target.number) } catch {
        unlink(path)
        throw error
      }
    }
    guard let after = Self.status(source) else { return false }
    return after.st_size == before.st_size && after.st_mtim.tv_sec == before.st_mtim.tv_sec
      && after.st_mtim.tv_nsec == before.st_mtim.tv_nsec && after.st_ctim.tv_sec == before.st_ctim.tv_sec
      && after.st_ctim.tv_nsec == before.st_ctim.tv_nsec
  }

  private static func status(_ file: borrowing Descriptor) -> stat? {
    var status = stat()
    return fstat(file.number, &status) == 0 ? status : nil
  }

  private func checkRoom(for size: UInt64) throws(StoreError) {
    var room = statvfs()
    guard statvfs(folder.path, &room) == 0 else { return }
    guard UInt64(room.f_bavail) * UInt64(room.f_frsize) >= size + Self.spare else {
      throw StoreError(.full, "there is no room for a copy of the contents that are to be sent")
    }
  }
}
