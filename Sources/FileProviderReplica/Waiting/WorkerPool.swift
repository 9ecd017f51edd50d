import FileProviderStore
import Foundation
import LinuxSystem

/// Threads that call the provider, so that no other thread waits inside it.
///
/// A provider may block in a call that should return at once. Then one of these threads is stuck, and not the one that
/// serves the kernel, which has a deadline. There are at most `limit` of them; a thread without work ends after a
/// while.
final class WorkerPool: Sendable {
  private struct State {
    var jobs = JobQueue()
    var threads = 0
    var idle = 0
    var isClosed = false
  }

  private let state = Monitor(State())
  private let name: String
  private let limit: Int

  static let idleTime = Duration.seconds(5)

  init(name: String, limit: Int) {
    self.name = name
    self.limit = limit
  }

  /// Runs a job, at once if a thread is free. After `close` it is dropped.
  ///
  /// - Parameter number: What it is removed by; no two jobs have the same.
  func submit(_ number: UInt64, _ job: @escaping @Sendable () -> Void) {
    let needsThread = state.withLock { state in
      guard !state.isClosed else { return false }
      state.jobs.append(job, number)
      guard state.jobs.count > state.idle, state.threads < limit else { return false }
      state.threads += 1
      return true
    }
    guard needsThread else { return }
    let hasStarted = NativeThread.start(name: name, stackSize: NativeThread.stackOfOthers) { [self] in work() }
    // Another thread takes the job, or the one that the next job asks for.
    if !hasStarted { state.withLock { $0.threads -= 1 } }
  }

  /// Drops a job, if it has not begun.
  func remove(_ number: UInt64) { state.withLock { $0.jobs.remove(number) } }

  private func work() {
    while let job = next() { job() }
  }

  /// The next job; `nil` when this thread is to end.
  private func next() -> (@Sendable () -> Void)? {
    state.withLock { $0.idle += 1 }
    let job = state.wait(until: .after(Self.idleTime)) { state -> (@Sendable () -> Void)?? in
      // In the same moment as the job is taken: a thread that is not idle any more is not counted on.
      if let job = state.jobs.removeFirst() {
        state.idle -= 1
        return .some(job)
      }
      guard state.isClosed else { return nil }
      state.idle -= 1
      state.threads -= 1
      return .some(nil)
    }
    if let job { return job }
    return state.withLock { state in
      state.idle -= 1
      // A job may have come just after the wait ended, and counted on this thread.
      let found = state.jobs.removeFirst()
      if found == nil { state.threads -= 1 }
      return found
    }
  }

  /// Drops the jobs that have not begun, and ends the threads as they finish.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.jobs = JobQueue()
    }
  }

  /// How many threads there are.
  var threadCount: Int { state.withLock { $0.threads } }

  /// How many jobs have not begun.
  var jobCount: Int { state.withLock { $0.jobs.count } }

  /// Waits until all threads have ended.
  func waitUntilEmpty(until deadline: Deadline) -> Bool {
    state.wait(until: deadline) { $0.threads == 0 ? true : nil } ?? false
  }
}
