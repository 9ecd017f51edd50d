import FileProviderStore
import LinuxSystem
import Synchronization

/// Transferring only what programs wait for.
extension ReplicaState {
  var isRestrained: Bool { restraint.withLock { $0.holds(at: .now) } }

  /// When to look again whether more may be transferred; `nil` where everything may be.
  var restraintEnd: Deadline? {
    let (restraint, now) = (restraint.withLock { $0 }, Timestamp.now)
    guard restraint.holds(at: now) else { return nil }
    guard let left = restraint.remainder(at: now) else { return .never }
    // The clock may be set, so it is not relied on for long.
    return .after(.nanoseconds(min(left, Self.longestTrust)))
  }

  private static let longestTrust: Int64 = 60_000_000_000

  /// Changes what restrains transfers. What was held back goes on when nothing does any more.
  ///
  /// - Returns: Whether they are restrained now, and were not before.
  func restrain(_ body: (inout Restraint) -> Void) -> Bool {
    let (before, after) = restraint.withLock { restraint in
      let before = restraint.holds(at: .now)
      body(&restraint)
      return (before, restraint.holds(at: .now))
    }
    // Also where one end of it takes the place of another.
    pushing.withLock { $0.request(retries: before && !after) }
    keeperRequests.withLock { ($0.isDue, $0.isUrgent) = (true, true) }
    return after && !before
  }
}
