import FileProviderStore
import LinuxSystem
import Synchronization

/// How many items a provider is asked for at once, and how long that may take.
///
/// A provider may have to look up each item at its server, and take longer for a whole page than there is time; asked for the same again and again it
/// would never be reported. So after each enumeration that was not answered in time half as much is suggested to it, and it gets twice as long, within limits;
/// one that takes a small part of the time undoes one of these steps.
final class EnumerationShare: Sendable {
  private static let mostSteps = 4
  /// So many times as long as usual is waited at most.
  private static let mostTime = 6

  private let limits: ReplicaLimits
  private let steps = Mutex(0)

  init(limits: ReplicaLimits) { self.limits = limits }

  /// How many items are suggested now.
  var size: Int { max(1, limits.pageSize >> steps.withLock { $0 }) }
  /// How long they may take.
  var time: Duration { limits.call * min(1 << steps.withLock { $0 }, Self.mostTime) }
  /// More items than these are refused.
  var mostItems: Int { limits.pageSize * 100 }

  /// Makes an enumeration, and learns from how long it takes.
  func during<Result>(_ body: (Duration) throws -> Result) throws -> Result {
    let (began, time) = (MonotonicClock.now, time)
    do {
      let result = try body(time)
      if Duration.nanoseconds(Int64(MonotonicClock.now - began)) < limits.call / 8 { note(-1) }
      return result
    } catch {
      if ReplicaError.isTimedOut(error) { note(1) }
      throw error
    }
  }

  private func note(_ change: Int) { steps.withLock { $0 = min(max($0 + change, 0), Self.mostSteps) } }
}
