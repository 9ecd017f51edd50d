import FileProviderSQLite

// What a provider says may be older than what was told it since it was asked, or be of an item that is just being created. Then it is not written:
// the provider is asked again for the item, after the call.
extension Transaction {
  /// Notes that the provider has to be asked for an item.
  package func noteStale(for identifier: String) throws(StoreError) {
    // A new value each time: who asks sees that there was something newer meanwhile.
    let row = try reader.statement(.noteStale)
    row.bind(1, identifier)
    row.bind(2, Int64.random(in: .min ... .max))
    try row.run()
  }

  /// Notes that the provider was asked for an item, unless something newer was said of it.
  package func endStale(_ stale: StaleIdentifier) throws(StoreError) {
    guard try reader.stamp(ofStale: stale.identifier) == stale.stamp else { return }
    let row = try reader.statement(.endStale)
    row.bind(1, stale.identifier)
    try row.run()
  }

  /// Notes that the provider has said something of an item: it is asked for it before the next call.
  ///
  /// - Parameter whenUnused: Whether that waits until nobody has its contents open.
  package func ask(for id: ItemID, whenUnused: Bool = false) throws(StoreError) {
    var waiting =
      try reader.pending(id)
      ?? PendingRow(item: id, at: generation, since: time.rawValue / 1000, noted: PushPace.now)
    waiting.isStale = true
    if whenUnused { waiting.options.insert(.waitsForReaders) }
    if waiting.state != .calling {
      waiting.state = .later
      waiting.due = PushPace.now
    }
    try keep(waiting)
  }
}

/// An item that the provider has to be asked for.
package struct StaleIdentifier: Sendable, Hashable {
  package var identifier: String
  /// Differs when the provider has said something newer.
  package var stamp: Int64
}

extension StoreReader {
  private static let staleSQL = SQLText("SELECT stamp FROM stale_identifiers WHERE identifier = ?")

  fileprivate func stamp(ofStale identifier: String) throws(StoreError) -> Int64? {
    let statement = try statement(Self.staleSQL)
    statement.bind(1, identifier)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : nil
  }

  /// Whether the provider has to be asked for an item, and may have the contents of one in it whose creation waits after a loss of power.
  package func isSaveUnconfirmed(in identifier: String) throws(StoreError) -> Bool {
    guard try isAnythingExpected() else { return false }
    return try stamp(ofStale: identifier) != nil
  }

  /// The items that the provider has to be asked for.
  package func staleIdentifiers(limit: Int) throws(StoreError) -> [StaleIdentifier] {
    let statement = try statement("SELECT identifier, stamp FROM stale_identifiers ORDER BY identifier LIMIT ?")
    statement.bind(1, Int64(limit))
    defer { statement.reset() }
    var stale: [StaleIdentifier] = []
    while try statement.step() {
      stale.append(StaleIdentifier(identifier: statement.text(0), stamp: statement.integer(1)))
    }
    return stale
  }
}
