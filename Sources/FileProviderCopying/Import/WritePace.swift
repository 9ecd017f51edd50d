import FileProviderStore
import LinuxSystem

/// How many changes fit into one transaction, so that it holds the write lock for no more than 10 ms.
///
/// The commit is part of that time and grows with the number of pages touched, so the size of the next batch follows from how
/// long the last one took: aimed at 6 ms, which leaves room for a slow one.
package struct WritePace {
  package private(set) var count = 256

  package init() {}

  static let goal: Int64 = 6_000_000

  /// Nanoseconds of a monotonic clock.
  package static var now: Int64 { Int64(MonotonicClock.now) }

  /// Learns from a transaction.
  package mutating func note(count done: Int, nanoseconds: Int64) {
    guard done > 0, nanoseconds > 0 else { return }
    let fitting = Double(done) * Double(Self.goal) / Double(nanoseconds)
    // Down at once, up by half: one slow commit is a warning, one fast commit is luck.
    count = max(16, min(Int(fitting), count + count / 2, 8192))
  }
}
