import FileProviderSQLite

/// A place that the provider was asked to put an item.
package struct SentPlace: Sendable, Hashable {
  package var parent: ItemID
  package var name: FileName

  init(parent: ItemID, name: FileName) { (self.parent, self.name) = (parent, name) }
}

extension ReplicationReader {
  private static let placesOfSQL = SQLText(
    "SELECT parent, name FROM calls WHERE operation = 2 AND item = ? ORDER BY number")

  private static let itemsSentSQL = SQLText(
    "SELECT item FROM calls INDEXED BY calls_by_place WHERE operation = 2 AND parent = ? AND name = ? ORDER BY item")

  private static let unconfirmedSQL = SQLText(
    """
    SELECT DISTINCT c.item FROM calls c JOIN pending p ON p.item = c.item
    WHERE c.operation = 2 AND p.state IN (0, 2) ORDER BY c.item
    """)

  /// The places that the provider was asked to put an item, and has not answered, the newest last.
  package func sentPlaces(of id: ItemID) throws(StoreError) -> [SentPlace] {
    let statement = try reader.statement(Self.placesOfSQL)
    statement.bind(1, id)
    defer { statement.reset() }
    var places: [SentPlace] = []
    while try statement.step() {
      places.append(SentPlace(parent: ItemID(rawValue: statement.integer(0)), name: statement.name(1)))
    }
    return places
  }

  private static let reportedSQL = SQLText(
    "SELECT identifier FROM calls WHERE operation = 2 AND item = ? AND identifier IS NOT NULL LIMIT 1")

  /// The identifier that was reported at a place that the provider was asked to put an item, and is possibly the item's.
  func reportedIdentifier(of id: ItemID) throws(StoreError) -> String? {
    let statement = try reader.statement(Self.reportedSQL)
    statement.bind(1, id)
    defer { statement.reset() }
    return try statement.step() ? statement.text(0) : nil
  }

  /// Whether an item may be elsewhere at the provider than it is known to be.
  package func isPlaceUnconfirmed(_ id: ItemID) throws(StoreError) -> Bool { try !sentPlaces(of: id).isEmpty }

  /// Whether what a provider has under an item's identifier, at the place that is synced, may be another item: it was asked to put this one elsewhere,
  /// and has not answered. Two folders cannot be distinguished.
  package func mayBeReplaced(_ id: ItemID, by item: ProvidedItem) throws(StoreError) -> Bool {
    guard try isPlaceUnconfirmed(id), let known = try ProvidedReader(reader).provided(id),
      let synced = try ProvidedReader(reader).synced(id),
      FileName(providing: item.filename) == synced.name,
      try ProvidedReader(reader).folder(identifiedBy: item.parent)?.id == synced.parent
    else { return false }
    guard item.kind == synced.kind else { return true }
    return switch item.kind {
    case .file: item.contentVersion == nil || item.contentVersion != known.contentVersion
    case .symlink: item.reportedTarget.map { $0 != synced.target } ?? false
    default: false
    }
  }

  /// Whether the provider is to be asked for an item before anything is written of it: it may have been put elsewhere by a call that was not answered, and
  /// its identifier be another's.
  func isAskedFirst(_ pending: PendingRow) throws(StoreError) -> Bool {
    guard pending.isStale, pending.state == .ready || pending.state == .later else { return false }
    return try isPlaceUnconfirmed(pending.item)
  }

  func itemsSent(to place: SentPlace) throws(StoreError) -> [ItemID] {
    let statement = try reader.statement(Self.itemsSentSQL)
    statement.bind(1, place.parent)
    statement.bind(2, place.name)
    return try reader.numbers(statement)
  }

  /// Whether another item is being put at a place, or may have been by a call that was not answered: the name there may not be free.
  package func isAnythingSent(to parent: ItemID, _ name: FileName, except id: ItemID) throws(StoreError) -> Bool {
    for item in try itemsSent(to: SentPlace(parent: parent, name: name)) where item != id {
      if let state = try ProvidedReader(reader).pending(item)?.state, state != .parked, state != .local { return true }
    }
    return false
  }

  /// The items that the provider was asked to put elsewhere by calls that have ended without an answer, and that will be sent again.
  package func unconfirmedItems() throws(StoreError) -> [ItemID] {
    try reader.numbers(reader.statement(Self.unconfirmedSQL))
  }

  /// Whether the identifier of an item may not be its own any more: the provider was asked to put it, or a folder that it is in there, elsewhere, or has
  /// given such a folder another identifier.
  package func isIdentifierUnconfirmed(_ id: ItemID) throws(StoreError) -> Bool {
    try isPlaceUnconfirmed(id) ? true : isIdentifierUnconfirmed(above: id)
  }

  /// Whether that may be because of a folder that the item is in at the provider.
  package func isIdentifierUnconfirmed(above id: ItemID) throws(StoreError) -> Bool {
    for folder in try ProvidedReader(reader).foldersAtProvider(of: id) {
      if try isPlaceUnconfirmed(folder) { return true }
      if try isRenumbered(folder) ? !isReportedGone(folder) : false { return true }
    }
    return false
  }
}
