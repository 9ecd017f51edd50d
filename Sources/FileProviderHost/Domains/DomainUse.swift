import Foundation
import Glibc

/// Finds out whether any process has a store open, whatever environment it runs in.
enum DomainUse {
  /// The file in a store on which every process that has it open holds a shared lock (flock(2)).
  static let lockName = "open.lock"

  /// Whether a store is open in any process.
  static func isInUse(_ store: URL) -> Bool {
    if MountRegistry.notes().contains(where: { $0.store == store.path }) { return true }
    let descriptor = open(store.appendingPathComponent(lockName).path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}
