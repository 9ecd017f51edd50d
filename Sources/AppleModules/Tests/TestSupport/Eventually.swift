import Foundation

/// Waits until a condition is true, and returns at once when it is.
///
/// - Returns: false if it is not true in time.
@discardableResult
package func eventually(seconds: Double = 60, _ isSo: () throws -> Bool) rethrows -> Bool {
  let end = Date(timeIntervalSinceNow: seconds)
  while try !isSo() {
    if Date() > end { return false }
    usleep(2000)
  }
  return true
}

/// The same for a task, whose thread is not to be kept.
@discardableResult
package func eventually(seconds: Double = 60, _ isSo: () throws -> Bool) async throws -> Bool {
  let end = Date(timeIntervalSinceNow: seconds)
  while try !isSo() {
    if Date() > end { return false }
    try await Task.sleep(for: .milliseconds(2))
  }
  return true
}
