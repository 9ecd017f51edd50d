/// How far a deletion is that the provider has reported: the state in a row of `held`.
///
/// What a provider reports gone is noted first, in the transaction that has the batch, and removed when all that belongs together was reported. In a
/// mass deletion, nothing is removed before the user has decided. Until then the items are here as they were.
package enum HeldState: Int64, Sendable, CaseIterable, Comparable {
  /// A listing lacks it, and the provider has not been asked for it yet.
  case absent = -1
  /// The provider has reported it, and it is not decided what follows.
  case reported = 0
  /// It is one of very many, and waits for the user.
  case held = 1
  /// The item is to be removed here.
  case accepted = 2
  /// The item is to be made again at the provider.
  case restoring = 3

  package static func < (left: HeldState, right: HeldState) -> Bool { left.rawValue < right.rawValue }
}

/// What is held of what the provider reports gone.
package struct HeldDeletions: Sendable, Hashable {
  /// How many items wait for the user to decide.
  package var items: Int64
  /// Since when, in microseconds since 1970.
  package var since: Int64
  /// When the last of them was reported, in the same unit.
  package var last: Int64
  /// How many are still to be made again at the provider.
  package var restoring: Int64
  /// A sum over the numbers of the items that wait: others have another one.
  package var checksum: Int64

  package init(items: Int64, since: Int64, last: Int64, restoring: Int64, checksum: Int64) {
    self.items = items
    self.since = since
    self.last = last
    self.restoring = restoring
    self.checksum = checksum
  }

  /// Whether the same items wait, reported at the same times.
  func isSame(as other: HeldDeletions) -> Bool {
    (items, since, last, checksum) == (other.items, other.since, other.last, other.checksum)
  }
}

/// How much would go with what the provider reports gone.
package struct MassDeletion: Sendable, Hashable {
  /// How many items the provider reports gone, those in its folders included.
  package var gone: Int64
  /// How many items went in the last 24 hours without a user's decision.
  package var removed: Int64
  /// How many items the user has restored in the last 24 hours.
  package var restored: Int64
  /// How many items of the provider's are here, without those that are being removed.
  package var listed: Int64

  package init(gone: Int64, removed: Int64 = 0, restored: Int64 = 0, listed: Int64) {
    (self.gone, self.removed, self.restored, self.listed) = (gone, removed, restored, listed)
  }

  /// This many items may go in 24 hours in any case.
  package static let harmless: Int64 = 20
  /// More than this many never go in 24 hours without a user's decision.
  package static let most: Int64 = 1000

  /// Whether this may be a mistake: more than `most` items, or more than `harmless` that are over a quarter of all.
  package var isHeld: Bool {
    let all = gone + removed + restored
    return gone > 0 && all > Self.harmless && (all > Self.most || all * 4 > listed + removed)
  }
}
