import Glibc

extension Deadline {
  /// Polls a condition until it holds, or until this moment: for events without a notification.
  ///
  /// - Parameter pause: How long it sleeps between two questions.
  /// - Returns: Whether it is so.
  package func ask(every pause: Duration, _ isSo: () throws -> Bool) rethrows -> Bool {
    while try !isSo() {
      if hasPassed { return false }
      let (seconds, attoseconds) = pause.components
      var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      nanosleep(&time, nil)
    }
    return true
  }
}
