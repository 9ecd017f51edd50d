import CLinux
import Foundation
import Glibc
import LinuxSystem
import Synchronization

extension ContentFiles {
  /// More files are put on the disk with one call for everything that is on it.
  private static let mostFiles = 32

  /// Puts contents on the disk, with the directory entries that lead to them.
  ///
  /// - Returns: Those that have no file.
  /// - Throws: `full` or `inputOutput`. If it was the disk that refused, then so does every later call: the kernel tells it once, and after that
  ///   takes what it could not write for written.
  func synchronize(_ keys: [ContentKey]) throws(StoreError) -> Set<ContentKey> {
    if keys.isEmpty { return [] }
    if let failure = synchronizationFailure.withLock({ $0 }) { throw failure }
    if keys.count > Self.mostFiles { try synchronizeAll() }
    var missing: Set<ContentKey> = []
    for key in keys {
      if keys.count > Self.mostFiles {
        if size(of: key) == nil { missing.insert(key) }
      } else {
        if try !synchronizeFile(key) { missing.insert(key) }
      }
    }
    if keys.count <= Self.mostFiles {
      try synchronizeEntries(of: keys.filter { !missing.contains($0) })
    }
    return missing
  }

  private func synchronizeFile(_ key: ContentKey) throws(StoreError) -> Bool {
    let file: Descriptor
    do throws(StoreError) { file = try open(key, flags: O_RDONLY) } catch {
      if error.code == .damaged { return false }
      throw error
    }
    guard fdatasync(file.number) == 0 else { throw failed("cannot synchronize contents") }
    return true
  }

  /// Puts everything on the disk that is on the same one (syncfs(2)).
  package func synchronizeAll() throws(StoreError) {
    guard syncfs(descriptor) == 0 else { throw failed("cannot synchronize \(directory.path)") }
  }

  private func failed(_ what: String) -> StoreError {
    let error = StoreError(errno: errno, what)
    synchronizationFailure.withLock { $0 = error }
    return error
  }
}
