import CLinux
import Foundation
import Glibc
import LinuxSystem
import Synchronization

extension ContentFiles {
  /// From more files on, one syncfs(2) replaces the calls for each of them.
  private static let mostFiles = 32

  /// Puts contents on the disk, with the directory entries that lead to them.
  ///
  /// Small contents are there with the log.
  ///
  /// - Returns: Those whose file is missing.
  /// - Throws: `full` or `inputOutput`. After a failure of the disk every later call throws, too: the kernel reports the failure once, and then
  ///   treats the pages that it could not write as written.
  package func synchronize(_ contents: [ContentKey]) throws(StoreError) -> Set<ContentKey> {
    let keys = contents.filter { !$0.isSmall }
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

  /// Synchronizes the whole disk that the contents are on (syncfs(2)).
  package func synchronizeAll() throws(StoreError) {
    guard syncfs(descriptor) == 0 else { throw failed("cannot synchronize \(directory.path)") }
  }

  private func failed(_ what: String) -> StoreError {
    let error = StoreError(errno: errno, what)
    synchronizationFailure.withLock { $0 = error }
    return error
  }
}
