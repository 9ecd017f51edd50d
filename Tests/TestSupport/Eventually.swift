import LinuxSystem

/// Waits until something is so that nobody tells of. It returns at once when it is; the time is only a limit for what never will be.
///
/// - Parameter pause: The time between two looks. Longer where a look itself is work.
/// - Returns: Whether it is so.
@discardableResult
package func eventually(seconds: Double = 60, every pause: Duration = .milliseconds(2), _ isSo: () throws -> Bool)
  rethrows -> Bool
{
  try Deadline.after(.seconds(seconds)).ask(every: pause, isSo)
}

/// The same for a task, whose thread is not to be kept.
@discardableResult
package func eventually(seconds: Double = 60, _ isSo: () throws -> Bool) async throws -> Bool {
  let end = Deadline.after(.seconds(seconds))
  while try !isSo() {
    if end.hasPassed { return false }
    try await Task.sleep(for: .milliseconds(2))
  }
  return true
}
