package import Foundation
import Glibc
import LinuxSystem

/// Lets one process at a time do something in the background, such as feeding the index: a `flock` lock, which a dead process does not hold.
package final class FeederLock {
  private let descriptor: Descriptor

  package init(directory: URL, name: String = "search.lock") throws(StoreError) {
    let url = directory.appendingPathComponent(name)
    guard let file = StoreOwner(of: directory).open(url.path) else {
      throw StoreError(errno: errno, "cannot open \(url.path)")
    }
    descriptor = file
  }

  /// Runs `body` if no other process does this.
  ///
  /// - Returns: Its result; `nil` when another process does.
  package func ifFree<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result? {
    guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else { return nil }
    defer { flock(descriptor.number, LOCK_UN) }
    return try body()
  }
}
