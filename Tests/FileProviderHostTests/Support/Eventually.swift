import Foundation

/// Waits until something is so. It returns at once when it is; the time is only a limit for what never will be.
@discardableResult
func eventually(seconds: Double = 60, _ condition: () throws -> Bool) rethrows -> Bool {
  let end = Date(timeIntervalSinceNow: seconds)
  while try !condition() {
    if Date() > end { return false }
    usleep(5_000)
  }
  return true
}
