import FileProviderStore

/// What a plan has found of chains of items that wait for each other: each is followed once, however many items are planned that are in it.
final class WaitingChains {
  private var ending: Set<ItemID> = []
  private var steps = 0
  /// How many items are looked at in one plan, some 20 µs each.
  private static let mostSteps = 16_384

  /// Whether a chain is followed one item further.
  func mayFollow() -> Bool {
    steps += 1
    return steps <= Self.mostSteps
  }

  /// Whether what an item waits for leads to an end, and not to itself.
  func leadsToEnd(_ id: ItemID) -> Bool { ending.contains(id) }

  func noteEnd(of chain: Set<ItemID>) { ending.formUnion(chain) }
}
