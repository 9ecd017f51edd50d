import LinuxSystem

/// When a search that reads all that waits may be repeated: it takes a twentieth of the time at most.
///
/// With ten thousand documents that wait for an upload, looking for another change behind them after each upload cost as much as the upload itself. Where
/// few wait, a search takes microseconds, and each change is found at once.
struct SearchPace {
  private(set) var next = Deadline.at(0)

  private static let pauses: UInt64 = 19

  /// - Parameters:
  ///   - began: When a search began, by `MonotonicClock`.
  ///   - ended: When it ended.
  mutating func note(from began: UInt64, to ended: UInt64) { next = .at(ended + (ended - began) * Self.pauses) }
}
