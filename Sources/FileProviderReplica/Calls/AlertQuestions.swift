import FileProviderStore
import LinuxSystem
import Synchronization

/// The threads that ask a provider about alerts.
///
/// Its methods for that return when they like. So one thread enters the provider, for one question after the other, and another one answers what
/// takes too long. However many questions come to a provider that hangs, there are no more threads.
final class AlertQuestions: Sendable {
  private let callers = WorkerPool(name: "replica.alert", limit: 1)
  private let answerers = WorkerPool(name: "replica.answer", limit: 1)
  private let last = Mutex<UInt64>(0)

  /// Asks in the order in which this is called.
  ///
  /// - Parameters:
  ///   - deadline: When nobody waits any more. A question whose turn has not come by then is not asked.
  ///   - whenDone: Called once, from any thread.
  func ask<Answer: Sendable>(
    until deadline: Deadline, _ inFlight: InFlight, _ call: @escaping @Sendable () throws -> Answer,
    whenDone: @escaping @Sendable (Result<Answer, any Error>) -> Void
  ) {
    let pending = PendingAnswer<Answer>()
    let number = nextNumber()
    callers.submit(number) { pending.answer(Result { try call() }) }
    answerers.submit(number) { [callers] in
      whenDone(
        Result {
          try inFlight.during(cancel: { pending.answer(.failure(ReplicaError.stopped)) }) {
            if let result = pending.wait(until: deadline) ?? pending.close() { return try result.get() }
            callers.remove(number)
            throw ReplicaError.timedOut
          }
        })
    }
  }

  private func nextNumber() -> UInt64 {
    last.withLock { last in
      last += 1
      return last
    }
  }

  /// Ends the threads when all that was asked is answered. Called when nothing is in flight any more.
  func close() {
    callers.close()
    answerers.submit(nextNumber()) { [answerers] in answerers.close() }
  }

  /// How many threads there are.
  var threadCount: Int { callers.threadCount + answerers.threadCount }

  /// Waits until all threads have ended.
  func waitUntilEmpty(until deadline: Deadline) -> Bool {
    let haveEnded = answerers.waitUntilEmpty(until: deadline)
    return callers.waitUntilEmpty(until: deadline) && haveEnded
  }
}
