import FileProviderStore

/// What the provider said of items that creations were compared with: each is asked for once, as long as the provider says nothing new of it. After a
/// loss of power there may be hundreds of both, and asking for each item for each creation would take hours.
struct ComparedNews {
  private var items: [AwaitedNews: ProvidedItem] = [:]

  /// What the provider said; `nil` where it is to be asked.
  func item(_ news: AwaitedNews) -> ProvidedItem? { items[news] }

  mutating func note(_ item: ProvidedItem, of news: AwaitedNews) { items[news] = item }

  /// Forgets all that is not awaited any more.
  mutating func keep(_ awaited: [AwaitedNews]) {
    if items.isEmpty { return }
    let awaited = Set(awaited)
    items = items.filter { awaited.contains($0.key) }
  }
}
