import FileProviderStore

/// What the provider said of items that creations were compared with: each is asked for once, as long as the provider says nothing new of it. After a
/// loss of power there may be hundreds of both, and asking for each item for each creation would take hours.
struct ComparedStatements {
  private var items: [StaleIdentifier: ProvidedItem] = [:]

  /// What the provider said; `nil` where it is to be asked.
  func item(_ news: StaleIdentifier) -> ProvidedItem? { items[news] }

  mutating func note(_ item: ProvidedItem, of news: StaleIdentifier) { items[news] = item }

  /// Forgets all that is not awaited any more.
  mutating func keep(_ awaited: [StaleIdentifier]) {
    if items.isEmpty { return }
    let awaited = Set(awaited)
    items = items.filter { awaited.contains($0.key) }
  }
}
