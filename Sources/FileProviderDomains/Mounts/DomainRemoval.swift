import FileProviderProgram
import FileProviderStore
package import Foundation
import Glibc
import LinuxSystem

/// Removes domains: a rename first puts the domain out of sight, so that it is there either whole or not at all, and
/// then it is removed from the disk. The next command removes what an interruption has left.
package enum DomainRemoval {
  private static let prefix = ".removed-"

  /// A domain that is out of sight and still on the disk.
  package struct Leftover {
    package var name: String
    package var url: URL
  }

  /// Removes a domain.
  ///
  /// - Throws: When somebody uses it, and then nothing was removed.
  package static func remove(_ name: DomainName) throws {
    let doomed = DomainDirectory.base.appendingPathComponent("\(prefix)\(name):\(UUID().uuidString)")
    try DomainUse.rename(name, to: doomed, failing: "removed")
    MountLog.remove(name)
    do { try finish(doomed) } catch {
      throw CommandFailure(
        "domain “\(name)”", "removed only in part; the rest is in \(doomed.path): \(error.localizedDescription)",
        remedy: "the next command removes the rest")
    }
  }

  /// The remains of removals that were interrupted, or are still running.
  package static func leftovers() -> [Leftover] {
    guard let stream = opendir(DomainDirectory.base.path) else { return [] }
    defer { closedir(stream) }
    var found: [Leftover] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix(prefix) else { continue }
      let domain = name.dropFirst(prefix.count).prefix { $0 != ":" }
      found.append(Leftover(name: String(domain), url: DomainDirectory.base.appendingPathComponent(name)))
    }
    return found.sorted { $0.url.path < $1.url.path }
  }

  /// Finishes what was interrupted. Removals that another process is running are left alone.
  package static func finishInterrupted() {
    for leftover in leftovers() { try? finish(leftover.url) }
  }

  private static func finish(_ url: URL) throws {
    // Whose folder it is can put links into it meanwhile.
    try StoreOwner.acting(in: url) {
      let folder = Descriptor(opening: url.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      guard folder.number < 0 || flock(folder.number, LOCK_EX | LOCK_NB) == 0 else { return }
      try FileManager.default.removeItem(at: url)
    }
  }
}
