import LinuxSystem

/// Threads for the calls of the system: as many as there are calls at once, kept for a moment for the next ones.
///
/// Not a queue of Dispatch: on Linux that begins with one thread a processor, and as long as all of them wait it adds one a second. A call waits for the
/// server nearly all the time.
final class CallThreads: @unchecked Sendable {
  // Sendable: everything that changes is used with `condition` locked.
  private let condition = Condition()
  private var jobs: [Job] = []
  /// How many threads there are, those that begin among them.
  private var count = 0
  /// How many of them have no job: those that wait for one, and those that begin.
  private var free = 0
  private let start: @Sendable (@escaping @Sendable () -> Void) throws -> Void

  private struct Job {
    let run: @Sendable () -> Void
    let refuse: @Sendable (any Error) -> Void
  }

  /// So long a thread waits for its next job.
  private static let idleTime = Duration.seconds(5)

  /// - Parameter start: Begins a thread.
  init(
    start: @escaping @Sendable (@escaping @Sendable () -> Void) throws -> Void = {
      try NativeThread.startOrThrow(name: "webdav.call", $0)
    }
  ) { self.start = start }

  /// Runs a job at once, on a thread of its own. Where the system gives no thread for it, the next one that is done with its job runs it.
  ///
  /// - Parameter refuse: Called with the system's error when there is no thread at all: the job is not run then.
  func run(_ job: @escaping @Sendable () -> Void, orRefuse refuse: @escaping @Sendable (any Error) -> Void) {
    let needsThread = condition.withLock {
      jobs.append(Job(run: job, refuse: refuse))
      condition.signal()
      guard jobs.count > free else { return false }
      free += 1
      count += 1
      return true
    }
    guard needsThread else { return }
    do { try start { [self] in work() } } catch {
      // Others may have left their jobs to the thread that did not begin.
      let lost = condition.withLock {
        free -= 1
        count -= 1
        guard count == 0 else { return [Job]() }
        defer { jobs = [] }
        return jobs
      }
      for job in lost { job.refuse(error) }
    }
  }

  private func work() {
    while workOnce() {}
  }

  /// Runs a job, and releases everything that it holds.
  ///
  /// - Returns: Whether there was any.
  private func workOnce() -> Bool {
    guard let job = next() else { return false }
    job.run()
    condition.withLock { free += 1 }
    return true
  }

  /// The next job; `nil` when this thread is to end.
  private func next() -> Job? {
    condition.withLock {
      let end = Deadline.after(Self.idleTime)
      while jobs.isEmpty, condition.wait(until: end) {}
      free -= 1
      if jobs.isEmpty {
        count -= 1
        return nil
      }
      return jobs.removeFirst()
    }
  }
}
