import FileProviderStore

/// What the provider reported of items that creations were compared with: each is asked for once, as long as it is not reported anew. After a
/// loss of power there may be hundreds of both, and asking for each item for each creation would take hours.
struct ComparedStatements {
  private var items: [StaleIdentifier: ProvidedItem] = [:]

  /// What the provider reported; `nil` where it is to be asked.
  func item(_ stale: StaleIdentifier) -> ProvidedItem? { items[stale] }

  mutating func note(_ item: ProvidedItem, of stale: StaleIdentifier) { items[stale] = item }

  /// Forgets all but some.
  mutating func keep(_ some: [StaleIdentifier]) {
    if items.isEmpty { return }
    let kept = Set(some)
    items = items.filter { kept.contains($0.key) }
  }
}
