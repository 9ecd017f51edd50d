import Foundation
import LinuxSystem
import Synchronization

/// Does in the background what contents and commits owe each other on the disk.
///
/// The database is a journal that reaches the disk late and whole; content files reach it early and in parts. So a content file goes only when
/// the log that discards it is on the disk, and a mark goes only when the contents are. Both need a synchronization, for which no request
/// waits: a thread does it, started when there is something and ended when there is nothing.
final class ContentKeeper: @unchecked Sendable {
  struct Work: OptionSet {
    let rawValue: UInt8
    /// Contents were discarded: their files are to be removed.
    static let discards = Work(rawValue: 1)
    /// Documents are marked: their contents are to be put on the disk.
    static let marks = Work(rawValue: 2)
    /// Something may have been lost: sizes are to be compared with contents.
    static let sizes = Work(rawValue: 4)
  }

  // Sendable: `changed` protects what is not atomic.
  private let changed = Condition()
  private let pace: KeepingPace
  /// The bits of `Work` that wait: one load tells who notes the same once more.
  private let waiting = Atomic<UInt8>(0)
  /// When documents were marked last.
  private let lastMark = Atomic<UInt64>(0)
  private var firstDiscard: UInt64 = 0
  private var firstMark: UInt64 = 0
  /// How long removing what was discarded took: the disk is for others, too.
  private var cost: UInt64 = 0
  private var isRunning = false
  private var isStopped = false
  private weak var store: ItemStore?
  /// One pass at a time.
  let passes = NSLock()

  init(pace: KeepingPace) { self.pace = pace }

  /// Begins to work for a store, also at what was noted before.
  func begin(for store: ItemStore) {
    changed.withLock {
      self.store = store
      startIfNeeded()
    }
  }

  /// Ends without doing what waits: the next opening of the store does it.
  func stop() {
    changed.withLock {
      isStopped = true
      changed.signal()
    }
  }

  /// Notes that there is something to do. Cheap when that is known.
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

  private func startIfNeeded() {
    guard !isRunning, !isStopped, store != nil, waiting.load(ordering: .relaxed) != 0 else { return }
    // Without a thread it waits for the next occasion.
    isRunning = NativeThread.start(name: "contents") { [self] in run() }
  }

  private func run() {
    while let work = next() {
      guard let store else { return }
      let began = MonotonicClock.now
      // What fails now waits for the next occasion, or for the next opening.
      if work.contains(.discards) { try? store.removeDiscarded() }
      let ended = MonotonicClock.now
      if work.contains(.sizes) { try? store.compareSizes(limit: .max) }
      if work.contains(.marks) { try? store.synchronizeContents() }
      if work.contains(.discards) { changed.withLock { cost = ended - began } }
    }
  }

  /// Waits until something is due.
  ///
  /// - Returns: What is; `nil` when nothing waits any more.
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
          // Before it is done: what is noted from now on may come too late for this time.
          self.waiting.bitwiseAnd(~due.rawValue, ordering: .relaxed)
          return due
        }
        _ = changed.wait(until: .after(.nanoseconds(next)))
      }
    }
  }

  /// What of some work is due now, and in how many nanoseconds the next of it is.
  private func due(of waiting: Work) -> (work: Work, next: UInt64) {
    let now = MonotonicClock.now
    var due: Work = []
    var next = UInt64(Int64.max)
    func check(_ work: Work, at time: UInt64) {
      guard waiting.contains(work) else { return }
      if time <= now { due.insert(work) } else { next = min(next, time - now) }
    }
    check(.discards, at: firstDiscard + max(pace.discards, cost * 10))
    check(.sizes, at: 0)
    check(.marks, at: min(lastMark.load(ordering: .relaxed) + pace.quiet, firstMark + pace.longest))
    return (due, next)
  }
}
