import SQLite

// What a provider says may be older than what was told it since it was asked, or be of an item that is just being created. Then it is not written:
// the provider is asked again for the item, after the call.
extension Transaction {
  /// Notes that the provider has to be asked for an item.
  package func askLater(for identifier: String) throws(StoreError) {
    // A new value each time: who asks sees that there was something newer meanwhile.
    try setSetting(StoreReader.news + identifier, to: String(UInt64.random(in: .min ... .max)))
  }

  /// Notes that the provider was asked for an item, unless something newer was said of it.
  package func endNews(_ news: AwaitedNews) throws(StoreError) {
    let key = StoreReader.news + news.identifier
    if try reader.setting(key) == news.stamp { try setSetting(key, to: nil) }
  }

  /// Notes that the provider has said something of an item: it is asked for it before the next call.
  ///
  /// - Parameter whenUnused: Whether that waits until nobody has its contents open.
  package func ask(for id: ItemID, whenUnused: Bool = false) throws(StoreError) {
    var waiting =
      try reader.pending(id)
      ?? PendingRow(item: id, at: generation, since: time.rawValue / 1000, noted: PushPace.now)
    waiting.isToldOf = true
    if whenUnused { waiting.options.insert(.waitsForReaders) }
    if waiting.state != .calling {
      waiting.state = .later
      waiting.due = PushPace.now
    }
    try keep(waiting)
  }
}

/// An item that the provider has to be asked for.
package struct AwaitedNews: Sendable, Hashable {
  package var identifier: String
  /// Differs when the provider has said something newer.
  package var stamp: String
}

extension StoreReader {
  static let news = "news/"

  /// Whether the provider has to be asked for an item, and may have the contents of one in it whose creation waits after a loss of power.
  package func isSaveAwaited(in identifier: String) throws(StoreError) -> Bool {
    guard try isAnythingExpected() else { return false }
    return try setting(Self.news + identifier) != nil
  }

  /// The items that the provider has to be asked for.
  package func awaitedNews(limit: Int) throws(StoreError) -> [AwaitedNews] {
    let statement = try statement("SELECT key, value FROM settings WHERE key > ? AND key < ? LIMIT ?")
    statement.bind(1, Self.news)
    // The character after the slash.
    statement.bind(2, "news0")
    statement.bind(3, Int64(limit))
    defer { statement.reset() }
    var news: [AwaitedNews] = []
    while try statement.step() {
      let identifier = String(decoding: statement.text(0).utf8.dropFirst(Self.news.utf8.count), as: UTF8.self)
      news.append(AwaitedNews(identifier: identifier, stamp: statement.text(1)))
    }
    return news
  }
}
