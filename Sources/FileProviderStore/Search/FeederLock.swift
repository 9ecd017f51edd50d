import Foundation
import Glibc

/// Sees to it that one process feeds the index at a time: a `flock` lock, which a dead process does not hold.
final class FeederLock {
  private let descriptor: Int32

  init(directory: URL) throws(StoreError) {
    let url = directory.appendingPathComponent("search.lock")
    descriptor = StoreOwner(of: directory).open(url.path)
    guard descriptor >= 0 else { throw StoreError(errno: errno, "cannot open \(url.path)") }
  }

  deinit { close(descriptor) }

  /// Runs `body` if nobody else feeds.
  ///
  /// - Returns: What it returned; `nil` when somebody else does.
  func ifFree<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result? {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
    defer { flock(descriptor, LOCK_UN) }
    return try body()
  }
}
