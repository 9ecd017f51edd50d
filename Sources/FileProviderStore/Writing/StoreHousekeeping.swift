import Foundation
import LinuxSystem
import Synchronization

/// Removes discarded content files and the marks of contents in the background, once the disk has what that depends on.
///
/// The database is a journal that reaches the disk late and whole; content files reach it early and in parts. So a content file is removed only
/// when the commit that discards it is on the disk, and a mark only when the contents are. Both need a synchronization, and no request waits
/// for it: a thread does this, which is started when there is work and ends when there is none. While removed documents are kept there is.
///
/// Work that has failed, or that another process has kept from being finished, stays noted, and is tried again after a pause, which grows.
final class StoreHousekeeping: @unchecked Sendable {
  struct Work: OptionSet {
    let rawValue: UInt8
    /// Contents were discarded: their files have to be removed.
    static let discards = Work(rawValue: 1)
    /// Documents are marked: their contents have to be put on the disk.
    static let marks = Work(rawValue: 2)
    /// Commits may have been lost: the sizes in rows have to be compared with the contents.
    static let sizes = Work(rawValue: 4)
    /// A process was killed while it made content files, or may be: those that no item got have to be removed.
    static let unfinished = Work(rawValue: 8)
    /// Removed documents are kept: those that are too old or too many have to go.
    static let removed = Work(rawValue: 16)
    /// Removed documents are kept: one of them is old enough some day.
    static let aging = Work(rawValue: 32)
    /// There are sparse documents whose rows do not say what they occupy.
    static let room = Work(rawValue: 64)
  }

  /// When work that was not done is tried again.
  private struct Retry {
    var pauses: Backoff
    /// By the monotonic clock, in nanoseconds.
    var due: UInt64 = 0
  }

  // Sendable: `changed` protects the variables that are not atomic.
  private let changed = Condition()
  private let pace: HousekeepingPace
  /// The bits of `Work` that wait, so that one load shows that the same work was noted before.
  private let waiting = Atomic<UInt8>(0)
  /// When documents were marked last.
  private let lastMark = Atomic<UInt64>(0)
  private var firstDiscard: UInt64 = 0
  private var firstMark: UInt64 = 0
  /// How long the last removal of discarded contents took, in nanoseconds: the next one waits accordingly, to leave the disk to others.
  private var cost: UInt64 = 0
  private var nextPruning: UInt64 = 0
  private var nextAging: UInt64 = 0
  /// Of work that was not done the last time, by its bit.
  private var retries: [UInt8: Retry] = [:]
  private var isRunning = false
  private var isStopped = false
  private weak var store: (any HousekeepingTasks)?
  /// One pass at a time.
  let passes = NSLock()

  init(pace: HousekeepingPace) { self.pace = pace }

  /// Begins to work for a store. Work that was noted before is done, too.
  func begin(for store: any HousekeepingTasks) {
    changed.withLock {
      self.store = store
      startIfNeeded()
    }
  }

  /// Ends without doing the waiting work: the next opening of the store does it.
  func stop() {
    changed.withLock {
      isStopped = true
      changed.signal()
    }
  }

  /// Notes that there is work. Cheap when the same work waits already.
  func note(_ work: Work) {
    let now = MonotonicClock.now
    if work.contains(.marks) { lastMark.store(now, ordering: .relaxed) }
    if waiting.load(ordering: .relaxed) & work.rawValue == work.rawValue { return }
    changed.withLock {
      let known = Work(rawValue: waiting.bitwiseOr(work.rawValue, ordering: .relaxed).oldValue)
      if work.contains(.discards), !known.contains(.discards) { firstDiscard = now }
      if work.contains(.marks), !known.contains(.marks) { firstMark = now }
      startIfNeeded()
      changed.signal()
    }
  }

  /// In nanoseconds.
  private static let pruningPause: UInt64 = 10_000_000_000
  private static let hour: UInt64 = 3_600_000_000_000
  private static let longestRetry = Duration.seconds(300)

  private func startIfNeeded() {
    guard !isRunning, !isStopped, store != nil, waiting.load(ordering: .relaxed) != 0 else { return }
    // If the system has no thread, the work waits for the next call.
    isRunning = NativeThread.start(name: "contents") { [self] in run() }
  }

  private func run() {
    while let work = next() {
      guard let store else { return }
      attempt(.unfinished, of: work) { () throws(StoreError) -> Bool in try store.removeUnfinished() }
      if !work.isDisjoint(with: [.removed, .aging]) { prune(store) }
      let began = MonotonicClock.now
      attempt(.discards, of: work) { () throws(StoreError) in try store.removeDiscarded() }
      let ended = MonotonicClock.now
      attempt(.sizes, of: work) { () throws(StoreError) in try store.compareSizes(limit: .max) }
      attempt(.marks, of: work) { () throws(StoreError) in try store.synchronizeContents() }
      // What is on the disk only now is measured, too.
      attempt(.room, of: work.contains(.marks) ? work.union(.room) : work) { () throws(StoreError) in
        try store.measureContents()
      }
      if work.contains(.discards) { changed.withLock { cost = ended - began } }
    }
  }

  /// Does a part of the work that is due. If it is not done then, it stays noted.
  ///
  /// - Parameter body: Returns whether it is done.
  private func attempt(_ part: Work, of work: Work, _ body: () throws(StoreError) -> Bool) {
    guard work.contains(part) else { return }
    let isDone = (try? body()) ?? false
    changed.withLock {
      if isDone { return retries[part.rawValue] = nil }
      var retry = retries[part.rawValue] ?? Retry(pauses: Backoff(first: pace.retry, longest: Self.longestRetry))
      if let pause = retry.pauses.next() { retry.due = MonotonicClock.now + UInt64(pause / .nanoseconds(1)) }
      retries[part.rawValue] = retry
    }
    if !isDone { note(part) }
  }

  /// The same of work that is done when it has not failed.
  private func attempt(_ part: Work, of work: Work, _ body: () throws(StoreError) -> Void) {
    attempt(part, of: work) { () throws(StoreError) -> Bool in
      try body()
      return true
    }
  }

  private func prune(_ store: any HousekeepingTasks) {
    // Looked at again within an hour: this clock stands still while the machine sleeps, and this may have failed.
    var pause = Self.hour
    do {
      guard let next = try store.pruneRemoved(at: .now) else { return }
      pause = min(pause, UInt64(max(next.rawValue - Timestamp.now.rawValue, 0)))
    } catch {}
    changed.withLock {
      let now = MonotonicClock.now
      nextPruning = now + Self.pruningPause
      nextAging = now + max(pause, Self.pruningPause)
    }
    note(.aging)
  }

  /// Waits until something is due.
  ///
  /// - Returns: The work that is due; `nil` when no work waits any more.
  private func next() -> Work? {
    changed.withLock {
      while true {
        let waiting = Work(rawValue: waiting.load(ordering: .relaxed))
        if waiting.isEmpty || isStopped {
          isRunning = false
          return nil
        }
        let (due, next) = due(of: waiting)
        if !due.isEmpty {
          // Before the work is done: work that is noted from now on may come too late for this pass.
          self.waiting.bitwiseAnd(~due.rawValue, ordering: .relaxed)
          return due
        }
        _ = changed.wait(until: .after(.nanoseconds(next)))
      }
    }
  }

  /// The part of some work that is due now, and in how many nanoseconds the rest is.
  private func due(of waiting: Work) -> (work: Work, next: UInt64) {
    let now = MonotonicClock.now
    var due: Work = []
    var next = UInt64(Int64.max)
    func check(_ work: Work, at time: UInt64) {
      guard waiting.contains(work) else { return }
      let time = max(time, retries[work.rawValue]?.due ?? 0)
      if time <= now { due.insert(work) } else { next = min(next, time - now) }
    }
    check(.discards, at: firstDiscard + max(pace.discards, cost * 10))
    check(.sizes, at: 0)
    check(.unfinished, at: 0)
    check(.room, at: 0)
    check(.removed, at: nextPruning)
    check(.aging, at: nextAging)
    check(.marks, at: min(lastMark.load(ordering: .relaxed) + pace.quiet, firstMark + pace.longest))
    return (due, next)
  }
}
