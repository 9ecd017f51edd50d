import Foundation

/// Threads for the calls of the system: as many as there are calls at once, kept for a moment for the next ones.
///
/// Not a queue of Dispatch: on Linux that begins with one thread a processor, and as long as all of them wait it adds one a second. A call waits for the
/// server nearly all the time.
final class CallThreads: @unchecked Sendable {
  // Sendable: everything that changes is used with `condition` locked.
  private let condition = NSCondition()
  private var jobs: [@Sendable () -> Void] = []
  /// How many threads have no job: those that wait for one, and those that begin.
  private var free = 0

  /// So long a thread waits for its next job, in seconds.
  private static let idleTime = 5.0

  /// Runs a job at once, on a thread of its own.
  func run(_ job: @escaping @Sendable () -> Void) {
    let needsThread = condition.withLock {
      jobs.append(job)
      condition.signal()
      guard jobs.count > free else { return false }
      free += 1
      return true
    }
    guard needsThread else { return }
    let thread = Thread { [self] in work() }
    thread.name = "webdav.call"
    thread.start()
  }

  private func work() {
    while workOnce() {}
  }

  /// Does a job, and lets go of all that it holds.
  ///
  /// - Returns: Whether there was any.
  private func workOnce() -> Bool {
    guard let job = next() else { return false }
    job()
    condition.withLock { free += 1 }
    return true
  }

  /// The next job; `nil` when this thread is to end.
  private func next() -> (@Sendable () -> Void)? {
    condition.withLock {
      let end = Date(timeIntervalSinceNow: Self.idleTime)
      while jobs.isEmpty, condition.wait(until: end) {}
      free -= 1
      return jobs.isEmpty ? nil : jobs.removeFirst()
    }
  }
}
