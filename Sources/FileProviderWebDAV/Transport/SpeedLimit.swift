import LinuxSystem
import Synchronization

/// Limits the contents that all transfers of a domain move in one direction to a number of bytes per second.
///
/// Each piece takes the time that it needs at this speed, after the pieces before it, whichever transfers they belong to. A transfer that is
/// cancelled does not give its time back.
final class SpeedLimit: Sendable {
  private let bytesPerSecond: Int64
  /// The end of the last reservation, in nanoseconds of `MonotonicClock`.
  private let end = Mutex<UInt64>(0)

  /// How much unused time is made up for, in nanoseconds: a thread sleeps longer than it asked for.
  private static let credit: UInt64 = 100_000_000

  /// - Parameter bytesPerSecond: At least one.
  init(bytesPerSecond: Int64) { self.bytesPerSecond = max(1, bytesPerSecond) }

  /// The largest piece to send at once, in bytes: an eighth of a second's. libcurl decides how much arrives at once, 16 KiB at most.
  var piece: Int { Int(clamping: max(1, bytesPerSecond / 8)) }

  /// Reserves the time for a piece.
  ///
  /// - Parameter now: In nanoseconds of `MonotonicClock`.
  /// - Returns: When the transfer may continue.
  func reserve(_ count: Int, at now: UInt64 = MonotonicClock.now) -> UInt64 {
    let time = UInt64(Double(count) / Double(bytesPerSecond) * 1e9)
    return end.withLock { end in
      end = max(end, now - min(now, Self.credit)) + time
      return end
    }
  }
}
