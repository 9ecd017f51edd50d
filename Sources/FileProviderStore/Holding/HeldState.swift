/// How far a deletion is that the provider has told of: the state in a row of `held`.
///
/// What a provider says is gone is noted first, in the transaction that has the batch, and removed when all that belongs together was said. If that is
/// very much at once, nothing is removed before the person has decided. Until then the items are here as they were.
package enum HeldState: Int64, Sendable, CaseIterable {
  /// The provider has said it, and it is not decided what follows.
  case said = 0
  /// It is one of very many, and waits for the person.
  case held = 1
  /// The item is to be removed here.
  case accepted = 2
  /// The item is to be made again at the provider.
  case restoring = 3
}

/// What is held of what the provider says is gone.
package struct HeldDeletions: Sendable, Hashable {
  /// How many items wait for the person to decide.
  package var items: Int64
  /// Since when, in microseconds since 1970.
  package var since: Int64
  /// How many are still to be made again at the provider.
  package var restoring: Int64
}

/// How much would go with what the provider says is gone.
package struct MassDeletion: Sendable, Hashable {
  /// How many items the provider says are gone, those in its folders included.
  package var gone: Int64
  /// How many items of the provider's are here.
  package var listed: Int64

  /// So many may go at once in any case.
  package static let harmless: Int64 = 100

  /// Whether this is so much that it may be a mistake: more than `harmless` items, and more than half of all.
  package var isHeld: Bool { gone > Self.harmless && gone > listed / 2 }
}
