import Foundation
import Glibc

/// Lets one process at a time do something in the background, such as feeding the index: a `flock` lock, which a dead process does not hold.
final class FeederLock {
  private let descriptor: Int32

  init(directory: URL, name: String = "search.lock") throws(StoreError) {
    let url = directory.appendingPathComponent(name)
    descriptor = StoreOwner(of: directory).open(url.path)
    guard descriptor >= 0 else { throw StoreError(errno: errno, "cannot open \(url.path)") }
  }

  deinit { close(descriptor) }

  /// Runs `body` if no other process does this.
  ///
  /// - Returns: Its result; `nil` when another process does.
  func ifFree<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result? {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
    defer { flock(descriptor, LOCK_UN) }
    return try body()
  }
}
