/// When the changes of the last seconds were there, on the monotonic clock.
///
/// What changed is noted some time later, and the quiet that an item waits for counts from its change. No other clock decides when anything is uploaded, and
/// the log has none but that of the wall.
package struct CommitMoments: Sendable {
  private var entries: [(generation: Generation, moment: Int64)] = []
  /// As many as are noted in some seconds.
  private static let most = 64

  package init() {}

  /// Notes that the changes up to a generation are there at a moment.
  ///
  /// - Returns: Whether some of them are new.
  package mutating func note(_ generation: Generation, at moment: Int64) -> Bool {
    if let last = entries.last, last.generation >= generation { return false }
    if entries.count == Self.most { entries.removeFirst() }
    entries.append((generation, moment))
    return true
  }

  /// The first moment at which a change was known to be there; `nil` for one that is newer than all of them.
  func moment(of generation: Generation) -> Int64? { entries.first { $0.generation >= generation }?.moment }
}

extension PushPace {
  /// When a change was made, or a little later: now, where it is not known.
  func moment(of generation: Generation) -> Int64 {
    let now = PushPace.now
    return moments.moment(of: generation).map { min($0, now) } ?? now
  }
}
