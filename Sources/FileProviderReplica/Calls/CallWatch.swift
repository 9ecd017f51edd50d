import FileProviderStore
import LinuxSystem

/// The calls that change an item or fetch contents, each from its beginning until the provider answers it.
///
/// A provider works on a call until it answers, also when its caller has stopped waiting. A second call beside it would send contents twice. So a
/// call that shows no sign of life for too long is cancelled, and stays under way until it is answered. Where that takes longer than
/// `ReplicaLimits.afterCancel`, nothing but the end of the provider's process ends it.
///
/// Contents are fetched by one call of a document and range at a time. Of the calls that change something the store sees to that: a row of `pending` is
/// in the state `calling` until its call is answered.
final class CallWatch: Sendable {
  /// What one call at a time fetches.
  struct Subject: Hashable, Sendable {
    var identifier: String
    /// The bytes; `nil` for a whole document.
    var range: Range<Int64>?
  }

  /// A call that is under way.
  struct Call: Sendable {
    fileprivate let subject: Subject?
    fileprivate let end: Deadline
    fileprivate var deadline: Deadline
    fileprivate var progress: ProgressBox?
    fileprivate var completed = 0.0
    /// Whether it was cancelled because its deadline passed: an error is no evidence about the item then.
    fileprivate(set) var isOverdue = false
    /// Whether it was cancelled because nobody waits any more. Its process is not replaced for that, unless somebody waits for its end.
    fileprivate var isWithdrawn = false
    fileprivate let giveUp: @Sendable () -> Void
  }

  private struct State {
    var isStopped = false
    var isWatching = false
    var last: UInt64 = 0
    var calls: [UInt64: Call] = [:]
  }

  private let state = Monitor(State())
  private let limits: ReplicaLimits
  /// One looks at the calls; the others cancel, for which a provider may take its time.
  private let threads = WorkerPool(name: "replica.overdue", limit: 4)
  /// Called when a call is not answered though it was cancelled.
  ///
  /// - Returns: Whether the process is being replaced; if not, the call counts as not answered, and the next one begins beside it.
  let hangs = Handler<Void, Bool> { false }

  init(limits: ReplicaLimits) { self.limits = limits }

  /// Notes that a call begins; waits until none for the same subject is under way.
  ///
  /// - Parameters:
  ///   - size: How much there is to carry, in bytes, as far as it is known.
  ///   - interest: Who waits for it.
  ///   - giveUp: Ends the wait for its answer; called at most once, from any thread.
  /// - Returns: The call's number.
  /// - Throws: `withdrawn`; `stopped`.
  func begin(
    _ subject: Subject? = nil, size: Int64, _ interest: LoadInterest? = nil, giveUp: @escaping @Sendable () -> Void
  ) throws -> UInt64 {
    guard let subject, let interest else { return try enter(nil, size, giveUp) { true } ?? 0 }
    return try interest.during(cancel: { [state] in state.withLock { _ in } }) {
      let number = try enter(subject, size, giveUp) { !interest.isGone }
      guard let number else { throw ReplicaError.withdrawn }
      return number
    }
  }

  /// - Returns: `nil` where it is not wanted any more.
  private func enter(
    _ subject: Subject?, _ size: Int64, _ giveUp: @escaping @Sendable () -> Void, while isWanted: () -> Bool
  ) throws -> UInt64? {
    let (entered, starts) = state.wait { state -> (Result<UInt64, any Error>?, starts: Bool)? in
      if state.isStopped { return (.failure(ReplicaError.stopped), false) }
      guard isWanted() else { return (nil, false) }
      if let subject, let other = state.calls.first(where: { $0.value.subject == subject })?.key {
        state.calls[other]?.isWithdrawn = false
        return nil
      }
      state.last += 1
      let end = Deadline.after(limits.longestFetch(of: size))
      state.calls[state.last] = Call(
        subject: subject, end: end, deadline: min(end, .after(limits.firstSign(of: size))), giveUp: giveUp)
      defer { state.isWatching = true }
      return (.success(state.last), !state.isWatching)
    }
    let number = try entered?.get()
    if number != nil, starts { threads.submit(0) { [self] in watch() } }
    return number
  }

  /// Notes the progress of a call, which a provider returns when it has begun.
  func note(_ progress: ProgressBox, of number: UInt64) {
    let completed = progress.completed
    let isOverdue = state.withLock { state in
      state.calls[number]?.progress = progress
      state.calls[number]?.completed = completed
      return state.calls[number]?.isOverdue == true
    }
    if isOverdue { progress.cancel() }
  }

  /// Cancels a call for which nobody waits any more. It is under way until it is answered.
  func withdraw(_ number: UInt64) {
    let progress = state.withLock { state -> ProgressBox? in
      guard var call = state.calls[number] else { return nil }
      if !call.isOverdue { call.deadline = .after(limits.afterCancel) }
      (call.isOverdue, call.isWithdrawn) = (true, true)
      state.calls[number] = call
      return call.progress
    }
    progress?.cancel()
  }

  /// Notes that a call is answered, or counts as not answered.
  ///
  /// - Returns: The call; `nil` where that was noted before.
  @discardableResult
  func end(_ number: UInt64) -> Call? { state.withLock { $0.calls.removeValue(forKey: number) } }

  func stop() {
    state.withLock { $0.isStopped = true }
    threads.close()
  }

  // MARK: The thread

  private func watch() {
    while let next = look() {
      let seen = state.read { $0.last }
      _ = state.wait(until: next) { $0.isStopped || $0.last != seen ? true : nil }
    }
  }

  /// Cancels what is overdue, and reports what is not answered after that.
  ///
  /// - Returns: When to look again; `nil` where no call is under way.
  private func look() -> Deadline? {
    // A progress is the provider's: it is asked outside of the lock.
    let completed = state.read { $0.calls.compactMapValues(\.progress) }.mapValues(\.completed)
    var cancelled: [(UInt64, ProgressBox)] = []
    var hanging: [UInt64] = []
    let next = state.withLock { state -> Deadline? in
      guard !state.calls.isEmpty, !state.isStopped else {
        state.isWatching = false
        return nil
      }
      var next = Deadline.after(.seconds(1))
      for (number, call) in state.calls {
        var call = call
        if let completed = completed[number], completed != call.completed, !call.isOverdue {
          (call.completed, call.deadline) = (completed, min(call.end, .after(limits.fetch)))
        }
        if call.deadline.hasPassed {
          if !call.isOverdue {
            if let progress = call.progress { cancelled.append((number, progress)) }
          } else if !call.isWithdrawn {
            hanging.append(number)
          }
          if !call.isWithdrawn { (call.isOverdue, call.deadline) = (true, .after(limits.afterCancel)) }
        }
        if !call.isWithdrawn { next = min(next, call.deadline) }
        state.calls[number] = call
      }
      return next
    }
    for (number, progress) in cancelled { threads.submit(number) { progress.cancel() } }
    if !hanging.isEmpty, !hangs() {
      for number in hanging { end(number)?.giveUp() }
    }
    return next
  }
}
