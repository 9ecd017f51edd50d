import FileProviderStore
import LinuxSystem

/// Waits for commits of any process, and finds those that do not touch the wake file within a second.
struct CommitWait {
  private let waiter: ChangeWaiter
  private let reader: CommittedReader
  /// Which state of the database was seen last.
  private var version: Int64

  init(_ waiter: ChangeWaiter, _ reader: CommittedReader) throws(StoreError) {
    self.waiter = waiter
    self.reader = reader
    version = try reader.dataVersion()
  }

  /// Waits for a commit until a moment of the monotonic clock, a second at most.
  ///
  /// - Returns: Whether there may be one.
  mutating func wait(until deadline: UInt64?) throws(StoreError) -> Bool {
    let isWoken = waiter.wait(milliseconds: Self.milliseconds(until: deadline))
    return try hasOtherVersion() || isWoken
  }

  /// Waits until nothing was committed for a while, in nanoseconds, and ten times as long at most.
  mutating func waitForQuiet(of pause: UInt64) throws(StoreError) {
    guard pause > 0 else { return }
    let end = MonotonicClock.now + 10 * pause
    var quiet = MonotonicClock.now + pause
    while MonotonicClock.now < min(quiet, end), !waiter.isCancelled {
      _ = waiter.wait(milliseconds: Self.milliseconds(until: min(quiet, end)))
      if try hasOtherVersion() { quiet = MonotonicClock.now + pause }
    }
  }

  private mutating func hasOtherVersion() throws(StoreError) -> Bool {
    let last = version
    version = try reader.dataVersion()
    return version != last
  }

  /// A second at most. Rounded up, so that the time has passed when the wait ends.
  private static func milliseconds(until deadline: UInt64?) -> Int32 {
    guard let deadline else { return 1000 }
    let now = MonotonicClock.now
    return Int32(deadline <= now ? 0 : min(1000, (deadline - now) / 1_000_000 + 1))
  }
}
