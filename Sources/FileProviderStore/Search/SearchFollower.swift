package import Foundation
import Glibc
import LinuxSystem

extension SearchIndex {
  /// Follows the log until the waiter is cancelled; for a thread of the process that serves a mount.
  ///
  /// It competes with the writers that it follows, so it works with low priority, and while others commit it rests
  /// eight times as long as it worked. Measured with two processors: making 100 000 items took 1.1 s with it as without
  /// it, and they were in the index soon after. Nobody waits for it: a search takes over in its pauses.
  ///
  /// - Parameters:
  ///   - waiter: Wakes it at commits; cancelling it ends this.
  ///   - report: Is given an error; the follower goes on after a while.
  package static func follow(
    storeIn directory: URL, waiter: ChangeWaiter, report: (StoreError) -> Void = { _ in }
  ) {
    // Zero is the calling thread, not the process (setpriority(2), “C library/kernel differences”).
    setpriority(Int32(PRIO_PROCESS.rawValue), 0, 19)
    var index: SearchIndex?
    while !waiter.isCancelled {
      do throws(StoreError) {
        let opened = if let index { index } else { try SearchIndex(storeIn: directory) }
        index = opened
        let start = MonotonicClock.now
        let generation = try opened.reader.generation()
        if try opened.feedOnce() {
          let worked = MonotonicClock.now - start
          if try opened.reader.generation() != generation { waiter.rest(nanoseconds: 8 * worked) }
          continue
        }
        // The time-out is for a wake file that is not touched; the extra moment gathers changes that come together.
        if waiter.wait(milliseconds: 1000) { waiter.rest(nanoseconds: Pause.gathering) }
      } catch {
        report(error)
        index = nil
        waiter.rest(nanoseconds: Pause.afterError)
      }
    }
  }
}

/// How long the follower rests, in nanoseconds.
private enum Pause {
  static let gathering: UInt64 = 50_000_000
  static let afterError: UInt64 = 10_000_000_000
}
