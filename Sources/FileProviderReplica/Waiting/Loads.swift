import FileProviderStore
import Foundation
import LinuxSystem
import Synchronization

/// The loads that run or are to run: all who ask for one thing share one load.
///
/// A load has no deadline of its own: each call of the provider in it has one. Nothing waits in here.
final class Loads: Sendable {
  typealias Completion = @Sendable (Result<Void, any Error>) -> Void

  private struct Load {
    let number: UInt64
    /// Ended when nobody waits any more; without it, what has begun goes on.
    let interest: LoadInterest?
    var hasBegun = false
    /// Whether all who wait want it only if it is missing.
    var onlyIfMissing: Bool
    /// Whether anybody has asked for it who waits for it urgently.
    var isUrgent: Bool
    /// Those who wait, in the order of their tickets.
    var waiters: [UInt64: Completion] = [:]
    /// Somebody who waits no more, and wants to know how long the load writes. One is enough, so that those who ask and
    /// give up again and again cost nothing.
    var leaver: Completion?

    var completions: [Completion] {
      waiters.sorted { $0.key < $1.key }.map(\.value) + (leaver.map { [$0] } ?? [])
    }
  }

  private struct State {
    var isStopped = false
    var last: UInt64 = 0
    var loads: [SourceSubject: Load] = [:]
    /// Those that are cancelled and have not ended yet, by their numbers: whoever asks for the same again begins another one.
    var cancelled: [UInt64: Load] = [:]
    /// What those who wait wait for, by the numbers of their tickets.
    var subjects: [UInt64: SourceSubject] = [:]

    mutating func next() -> UInt64 {
      last += 1
      return last
    }

    /// Removes a load, and returns the completions to call at its end.
    mutating func remove(_ subject: SourceSubject) -> [Completion] {
      guard let load = loads.removeValue(forKey: subject) else { return [] }
      for ticket in load.waiters.keys { subjects[ticket] = nil }
      return load.completions
    }
  }

  private let state = Mutex(State())

  /// Begins a load, or joins one that is there.
  ///
  /// - Parameters:
  ///   - subject: What is loaded.
  ///   - pool: Runs `work`, if it is a new load; the same for the same subject.
  ///   - isUrgent: Whether it comes before what is not; also one that is there already does then.
  ///   - onlyIfMissing: Whether it is wanted only if it is missing: another load may just have delivered it.
  ///   - interest: Ended when it has begun and nobody waits for it any more; `nil` where it is then finished all the same.
  ///   - work: Loads it; its argument is whether all who wait want it only if it is missing.
  ///   - whenDone: Called once, with what `work` threw, `ReplicaError.stopped` or `ReplicaError.withdrawn`.
  func begin(
    _ subject: SourceSubject, on pool: WorkerPool, isUrgent: Bool = true, onlyIfMissing: Bool = false,
    interest: LoadInterest? = nil,
    _ work: @escaping @Sendable (_ onlyIfMissing: Bool) throws -> Void,
    whenDone: @escaping Completion
  ) -> SourceTicket {
    let (ticket, load, isNew, isHurried) = state.withLock { state -> (UInt64?, UInt64, Bool, Bool) in
      guard !state.isStopped else { return (nil, 0, false, false) }
      let known = state.loads[subject]
      var load =
        known
        ?? Load(
          number: state.next(), interest: interest, onlyIfMissing: onlyIfMissing, isUrgent: isUrgent)
      if !onlyIfMissing { load.onlyIfMissing = false }
      let isHurried = isUrgent && !load.isUrgent
      if isHurried { load.isUrgent = true }
      let ticket = state.next()
      load.waiters[ticket] = whenDone
      state.loads[subject] = load
      state.subjects[ticket] = subject
      return (ticket, load.number, known == nil, isHurried)
    }
    guard let ticket else {
      whenDone(.failure(ReplicaError.stopped))
      return .answered
    }
    if isNew {
      pool.submit(load, isUrgent: isUrgent) { [self] in run(subject, load, work) }
      // Somebody may have been in a hurry before there was a job to hurry.
      if !isUrgent, wasHurried(subject, load) { pool.hurry(load) }
    } else if isHurried {
      pool.hurry(load)
    }
    return SourceTicket(number: ticket)
  }

  private func wasHurried(_ subject: SourceSubject, _ number: UInt64) -> Bool {
    state.withLock { state in
      guard let load = state.loads[subject], load.number == number else { return false }
      return load.isUrgent
    }
  }

  /// Withdraws a question, and drops its load if it has not begun and nobody else waits for it.
  ///
  /// - Parameter pool: Tells which pool runs the loads of a subject.
  func withdraw(_ ticket: SourceTicket, from pool: (SourceSubject) -> WorkerPool) {
    typealias Dropped = (subject: SourceSubject, number: UInt64)
    let (completion, dropped, ended) = state.withLock { state -> (Completion?, Dropped?, LoadInterest?) in
      guard let subject = state.subjects.removeValue(forKey: ticket.number), var load = state.loads[subject],
        let waiter = load.waiters.removeValue(forKey: ticket.number)
      else { return (nil, nil, nil) }
      if load.waiters.isEmpty && !load.hasBegun {
        state.loads[subject] = nil
        // Nobody left before: with the last waiter the load would have gone.
        return (waiter, (subject, load.number), nil)
      }
      let isKept = load.hasBegun && load.leaver == nil
      if isKept { load.leaver = waiter }
      let isCancelled = load.waiters.isEmpty && load.interest != nil
      state.loads[subject] = isCancelled ? nil : load
      if isCancelled { state.cancelled[load.number] = load }
      return (isKept ? nil : waiter, nil, isCancelled ? load.interest : nil)
    }
    ended?.end()
    if let dropped { pool(dropped.subject).remove(dropped.number) }
    completion?(.failure(ReplicaError.withdrawn))
  }

  private func run(_ subject: SourceSubject, _ number: UInt64, _ work: (Bool) throws -> Void) {
    let wanted = state.withLock { state -> Bool? in
      guard let load = state.loads[subject], load.number == number else { return nil }
      state.loads[subject]?.hasBegun = true
      return load.onlyIfMissing
    }
    guard let wanted else { return }
    var outcome = Result { try work(wanted) }
    // Somebody may have come meanwhile who wants it again, and it may not have been loaded.
    let isWantedAgain = state.withLock { state in
      guard wanted, let load = state.loads[subject] else { return false }
      return load.number == number && !load.onlyIfMissing
    }
    if isWantedAgain { outcome = Result { try work(false) } }
    let completions = state.withLock { state in
      state.loads[subject]?.number == number
        ? state.remove(subject) : state.cancelled.removeValue(forKey: number)?.completions ?? []
    }
    for completion in completions { completion(outcome) }
  }

  /// Ends every wait, now and later.
  func stop() {
    let completions = state.withLock { state in
      state.isStopped = true
      defer { state.cancelled = [:] }
      return state.cancelled.values.flatMap(\.completions) + state.loads.keys.flatMap { state.remove($0) }
    }
    for completion in completions { completion(.failure(ReplicaError.stopped)) }
  }

  /// Whether something is loaded, or is to be.
  func has(_ subject: SourceSubject) -> Bool { state.withLock { $0.loads[subject] != nil } }

  /// How many loads there are.
  var count: Int { state.withLock { $0.loads.count } }
}
