import LinuxSystem
import Synchronization

/// Spreads the contents that all transfers of a domain move in one direction over time.
///
/// Each piece that is moved takes the time that it needs at this speed, after the pieces before it, whichever transfers these belong to.
final class SpeedLimit: Sendable {
  private let bytesPerSecond: Int64
  /// When the pieces so far have had their time, in nanoseconds of `MonotonicClock`.
  private let end = Mutex<UInt64>(0)

  /// - Parameter bytesPerSecond: At least one.
  init(bytesPerSecond: Int64) { self.bytesPerSecond = max(1, bytesPerSecond) }

  /// The largest piece to send at once, in bytes: an eighth of a second's.
  var piece: Int { Int(clamping: max(1, bytesPerSecond / 8)) }

  /// Reserves the time for a piece.
  ///
  /// - Parameter now: In nanoseconds of `MonotonicClock`.
  /// - Returns: Until when its transfer has to wait before it goes on.
  func reserve(_ count: Int, at now: UInt64 = MonotonicClock.now) -> UInt64 {
    let time = UInt64(Double(count) / Double(bytesPerSecond) * 1e9)
    return end.withLock { end in
      end = max(end, now) + time
      return end
    }
  }
}
