import FileProviderStore
import Foundation
import LinuxSystem

/// Threads that call the provider, so that no other thread waits inside it.
///
/// A provider may block in a call that should return at once. Then one of these threads is stuck, and not the one that
/// serves the kernel, which has a deadline. At most `limit` of them work at a time, and at most `patient` on what is not urgent, so that the urgent does not
/// wait until one of those ends; a thread without work ends after a while.
final class WorkerPool: @unchecked Sendable {
  // Sendable: the state is touched under the condition's lock only.
  private struct State {
    var jobs = JobQueue()
    var threads = 0
    var idle = 0
    /// Those that have called the provider, and wait until its answer is written.
    var yielding = 0
    /// Those that work on what is not urgent.
    var patient = 0
    var isClosed = false
    /// Threads that wait until all of the pool have ended.
    var watchers = 0

    /// Whether one more may work.
    func hasRoom(_ limit: Int) -> Bool { threads - idle - yielding < limit }
  }

  /// Not a `Monitor`: a job wakes one thread, and not all that are idle.
  private let condition = Condition()
  private var state = State()
  private let name: String
  private let limit: Int
  private let patient: Int

  static let idleTime = Duration.seconds(5)
  /// How many threads there may be for each that may work.
  private static let mostForEach = 4

  /// - Parameter patient: How many threads may work on what is not urgent; `limit` unless given, and at least one.
  init(name: String, limit: Int, patient: Int? = nil) {
    self.name = name
    self.limit = limit
    self.patient = max(1, patient ?? limit)
  }

  /// Runs a job, at once if a thread is free. After `close` it is dropped.
  ///
  /// - Parameters:
  ///   - number: What it is removed by; no two jobs have the same.
  ///   - isUrgent: Whether it comes before all that are not.
  func submit(_ number: UInt64, isUrgent: Bool = true, _ job: @escaping @Sendable () -> Void) {
    engage {
      if !state.isClosed { state.jobs.append(job, number, isUrgent: isUrgent) }
    }
  }

  /// Drops a job, if it has not begun.
  func remove(_ number: UInt64) { condition.withLock { state.jobs.remove(number) } }

  /// Has a job that has not begun come before all that are not urgent.
  func hurry(_ number: UInt64) { engage { state.jobs.hurry(number) } }

  /// Lets another thread work while one of the pool, which does nothing else for its job any more, waits in `body`.
  func yielding<Result>(_ body: () throws -> Result) rethrows -> Result {
    engage { state.yielding += 1 }
    defer { condition.withLock { state.yielding -= 1 } }
    return try body()
  }

  /// Changes the state, and has a thread for the job that may be done now, if there is any.
  private func engage(_ change: () -> Void) {
    let needsThread = condition.withLock {
      change()
      guard !state.isClosed, state.jobs.count > 0, state.hasRoom(limit) else { return false }
      let mayStart = state.threads - state.yielding < limit && state.threads < limit * Self.mostForEach
      guard mayStart, state.jobs.count > state.idle else {
        wake()
        return false
      }
      state.threads += 1
      return true
    }
    guard needsThread else { return }
    let hasStarted = NativeThread.start(name: name, stackSize: NativeThread.stackOfOthers) { [self] in work() }
    // Another thread takes the job, or the one that the next job asks for.
    if !hasStarted {
      condition.withLock {
        state.threads -= 1
        wake()
      }
    }
  }

  /// Wakes one thread that may work; the lock is held.
  private func wake() {
    if state.watchers > 0 { condition.broadcast() } else { condition.signal() }
  }

  private func work() {
    while let job = next() {
      job.run()
      if !job.isUrgent { condition.withLock { state.patient -= 1 } }
    }
  }

  /// The next job; `nil` when this thread is to end.
  private func next() -> JobQueue.Job? {
    condition.withLock {
      state.idle += 1
      defer { state.idle -= 1 }
      let deadline = Deadline.after(Self.idleTime)
      while true {
        // In the same moment as the job is taken it is not idle any more: such a thread is not counted on.
        if state.hasRoom(limit), let job = state.jobs.removeFirst(onlyUrgent: state.patient >= patient) {
          if !job.isUrgent { state.patient += 1 }
          return job
        }
        // Where there is no room, those that work take what is left.
        if state.isClosed || deadline.hasPassed {
          state.threads -= 1
          if state.watchers > 0 { condition.broadcast() }
          return nil
        }
        _ = condition.wait(until: deadline)
      }
    }
  }

  /// Drops the jobs that have not begun, and ends the threads as they finish.
  func close() {
    condition.withLock {
      state.isClosed = true
      state.jobs = JobQueue()
      condition.broadcast()
    }
  }

  /// How many threads there are.
  var threadCount: Int { condition.withLock { state.threads } }

  /// How many jobs have not begun.
  var jobCount: Int { condition.withLock { state.jobs.count } }

  /// Waits until all threads have ended.
  func waitUntilEmpty(until deadline: Deadline) -> Bool {
    condition.withLock {
      state.watchers += 1
      defer { state.watchers -= 1 }
      return condition.wait(until: deadline) { state.threads == 0 }
    }
  }
}
