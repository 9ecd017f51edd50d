import LinuxSystem
import Synchronization

/// Limits the contents that all transfers of a domain move in one direction to a number of bytes per second.
///
/// Each piece takes the time that it needs at this speed, after the pieces before it, whichever transfers they belong to. A transfer that is
/// cancelled does not give its time back. Another limit counts from the next piece on, also of transfers in progress.
final class SpeedLimit: Sendable {
  private struct State {
    /// At least one; nil for as many as the network allows.
    var bytesPerSecond: Int64?
    /// The end of the last reservation, in nanoseconds of `MonotonicClock`.
    var end: UInt64 = 0
  }

  private let state: Mutex<State>

  /// How much unused time is made up for, in nanoseconds: a thread sleeps longer than it asked for.
  private static let credit: UInt64 = 100_000_000

  /// - Parameter bytesPerSecond: Nil for no limit.
  init(bytesPerSecond: Int64?) { state = Mutex(State(bytesPerSecond: bytesPerSecond.map { max(1, $0) })) }

  /// Changes the limit. What was reserved by a lower one is taken back.
  ///
  /// - Parameter bytesPerSecond: Nil for no limit.
  func change(to bytesPerSecond: Int64?) {
    let new = State(bytesPerSecond: bytesPerSecond.map { max(1, $0) })
    state.withLock { if $0.bytesPerSecond != new.bytesPerSecond { $0 = new } }
  }

  /// The largest piece to send at once, in bytes: an eighth of a second's. libcurl decides how much arrives at once, 16 KiB at most.
  var piece: Int {
    state.withLock { state in state.bytesPerSecond.map { Int(clamping: max(1, $0 / 8)) } ?? .max }
  }

  /// Reserves the time for a piece.
  ///
  /// - Parameter now: In nanoseconds of `MonotonicClock`.
  /// - Returns: When the transfer may continue.
  func reserve(_ count: Int, at now: UInt64 = MonotonicClock.now) -> UInt64 {
    state.withLock { state in
      guard let speed = state.bytesPerSecond else { return now }
      let time = UInt64(Double(count) / Double(speed) * 1e9)
      state.end = max(state.end, now - min(now, Self.credit)) + time
      return state.end
    }
  }
}
