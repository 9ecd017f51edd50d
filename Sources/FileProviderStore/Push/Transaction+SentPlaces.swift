import FileProviderSQLite

// Where the provider was asked to put an item, as long as it has not answered. A provider that names its items by path has the item under another
// identifier there afterwards: one that nobody has heard of may then be this item, and that its old identifier is gone does not mean that the item is.
extension Transaction {
  /// Notes a place that a call asks for. Those of earlier calls that were not answered stay noted.
  func noteSentPlace(_ place: SentPlace, of id: ItemID) throws(StoreError) {
    let row = try reader.statement(.noteSentPlace)
    row.bind(1, id)
    row.bind(2, place.parent)
    row.bind(3, place.name)
    try row.run()
    try deleteRows(of: id, .forgetOldSentPlaces)
    memory.isAnythingUnconfirmed = nil
  }

  /// Notes that it is known where an item is.
  ///
  /// - Parameter identifier: The item's identifier.
  /// - Returns: Whether another item was told of there meanwhile, so that the folders have to be listed again.
  @discardableResult
  package func endSentPlaces(of id: ItemID, identifier: String?) throws(StoreError) -> Bool {
    let places = try reader.sentPlaces(of: id)
    if places.isEmpty { return false }
    try deleteRows(of: id, .endSentPlaces)
    guard let held = try takeHeldBack(for: id), identifier?.isIdentical(to: held) != true else { return false }
    for place in places { try expireListing(of: place.parent) }
    return true
  }

  /// - Returns: The identifier that may have been the item's.
  private func takeHeldBack(for id: ItemID) throws(StoreError) -> String? {
    let row = try reader.statement(.takeHeldBack)
    row.bind(1, id)
    defer { row.reset() }
    return try row.step() ? row.text(0) : nil
  }

  /// Passes the places of one item to the one that replaces it.
  func transferSentPlaces(from old: ItemID, to new: ItemID) throws(StoreError) {
    for statement in [ChangeStatement.transferSentPlaces, .transferHeldBack] {
      let row = try reader.statement(statement)
      row.bind(1, old)
      row.bind(2, new)
      try row.run()
    }
  }

  /// Finds the item that the provider may mean by an identifier which nobody has heard of, since it was asked to put it there. It is known after the
  /// answer, or after it was asked again; until then what is said is held back.
  func holdBack(_ item: ProvidedItem, in parent: ItemID) throws(StoreError) -> ItemID? {
    let place = SentPlace(parent: parent, name: FileName(providing: item.filename))
    for id in try reader.itemsSent(to: place) {
      guard var row = try reader.pending(id), try reader.synced(id)?.kind == item.kind else { continue }
      let held = try reader.statement(.holdBack)
      held.bind(1, id)
      held.bind(2, item.identifier)
      try held.run()
      // If it is another one after all, no listing that is under way would bring it any more.
      try noteStale(for: item.identifier)
      if row.state != .calling {
        row.isStale = true
        if row.state != .parked { (row.state, row.due) = (.later, PushPace.now) }
        try keep(row)
      }
      return id
    }
    return nil
  }

  /// Whether what is said to be gone may only have another identifier now. The folder that it was in is listed again then.
  package func isRemovalUnconfirmed(of id: ItemID) throws(StoreError) -> Bool {
    guard try reader.isUnsettled(id) else { return false }
    if let parent = try reader.synced(id)?.parent { try expireListing(of: parent) }
    return true
  }

  /// Gives an item the identifier under which it was found where the provider was asked to put it. The provider is asked for it again before it is told
  /// anything.
  ///
  /// - Parameter hasVersion: Whether it is of the version that is synced. If not, nothing is known of the contents that the provider has, and none
  ///   here count as synced.
  /// - Returns: False where the identifier is another item's.
  package func settle(
    _ id: ItemID, as item: ProvidedItem, in place: SentPlace, hasVersion: Bool
  ) throws(StoreError) -> Bool {
    guard var known = try reader.provided(id), try freeIdentifier(item.identifier, for: id) else { return false }
    let isOther = !known.identifier.isIdentical(to: item.identifier)
    // What was said of the former one meanwhile may be of another item that has it now.
    if isOther { try noteStale(for: known.identifier) }
    known.identifier = item.identifier
    known.filename = item.filename
    if !hasVersion { known.contentVersion = nil }
    try keep(known)
    if var synced = try reader.synced(id) {
      (synced.parent, synced.name) = (place.parent, place.name)
      try keep(synced)
      if isOther, synced.kind == .folder { try renumber(id) }
    }
    try endSentPlaces(of: id, identifier: item.identifier)
    try notePlace(of: id)
    guard var row = try reader.pending(id) else {
      try noteStale(for: item.identifier)
      return true
    }
    row.isStale = try reader.item(id) != nil
    row.fields.formUnion(row.sent)
    row.sent = []
    row.clearError()
    (row.state, row.due) = (.ready, 0)
    try keep(row)
    return true
  }
}

/// A place that the provider was asked to put an item.
package struct SentPlace: Sendable, Hashable {
  package var parent: ItemID
  package var name: FileName

  init(parent: ItemID, name: FileName) { (self.parent, self.name) = (parent, name) }
}

extension StoreReader {
  private static let placesOfSQL = SQLText("SELECT parent, name FROM sent_places WHERE item = ? ORDER BY number")
  private static let itemsSentSQL = SQLText("SELECT item FROM sent_places WHERE parent = ? AND name = ? ORDER BY item")
  private static let unconfirmedSQL = SQLText(
    """
    SELECT DISTINCT s.item FROM sent_places s JOIN pending p ON p.item = s.item WHERE p.state IN (0, 2) ORDER BY s.item
    """)

  /// The places that the provider was asked to put an item, and has not answered, the newest last.
  package func sentPlaces(of id: ItemID) throws(StoreError) -> [SentPlace] {
    let statement = try statement(Self.placesOfSQL)
    statement.bind(1, id)
    defer { statement.reset() }
    var places: [SentPlace] = []
    while try statement.step() {
      places.append(SentPlace(parent: ItemID(rawValue: statement.integer(0)), name: statement.name(1)))
    }
    return places
  }

  /// Whether any item may be elsewhere than it is known to be.
  func isAnythingSent() throws(StoreError) -> Bool {
    let statement = try statement("SELECT 1 FROM sent_places LIMIT 1")
    defer { statement.reset() }
    return try statement.step()
  }

  /// Whether what a provider has under an item's identifier, at the place that is synced, may be another item: it was asked to put this one elsewhere,
  /// and has not answered. Nothing tells two folders apart.
  package func mayBeReplaced(_ id: ItemID, by item: ProvidedItem) throws(StoreError) -> Bool {
    guard try !sentPlaces(of: id).isEmpty, let known = try provided(id), let synced = try synced(id),
      FileName(providing: item.filename) == synced.name, try folder(identifiedBy: item.parent)?.id == synced.parent
    else { return false }
    guard item.kind == synced.kind else { return true }
    return switch item.kind {
    case .file: item.contentVersion == nil || item.contentVersion != known.contentVersion
    case .symlink: item.target != synced.target
    default: false
    }
  }

  /// Whether the provider is to be asked for an item before anything is written of it: it may have been put elsewhere by a call that was not answered, and
  /// its identifier be another's.
  func isAskedFirst(_ waiting: PendingRow) throws(StoreError) -> Bool {
    guard waiting.isStale, waiting.state == .ready || waiting.state == .later else { return false }
    return try !sentPlaces(of: waiting.item).isEmpty
  }

  fileprivate func itemsSent(to place: SentPlace) throws(StoreError) -> [ItemID] {
    let statement = try statement(Self.itemsSentSQL)
    statement.bind(1, place.parent)
    statement.bind(2, place.name)
    return try numbers(statement)
  }

  /// Whether another item is being put at a place, or may have been by a call that was not answered: the name there may not be free.
  package func isAnythingSent(to parent: ItemID, _ name: FileName, except id: ItemID) throws(StoreError) -> Bool {
    for item in try itemsSent(to: SentPlace(parent: parent, name: name)) where item != id {
      if let state = try pending(item)?.state, state != .parked, state != .local { return true }
    }
    return false
  }

  /// The items that the provider was asked to put elsewhere by calls that have ended without an answer, and that it will be told of again.
  package func unconfirmedItems() throws(StoreError) -> [ItemID] {
    try numbers(statement(Self.unconfirmedSQL))
  }

  /// Whether the identifier of an item may not be its own any more: the provider was asked to put it, or a folder that it is in there, elsewhere, or has
  /// given such a folder another identifier.
  package func isUnsettled(_ id: ItemID) throws(StoreError) -> Bool {
    if try !sentPlaces(of: id).isEmpty { return true }
    for folder in try foldersAtProvider(of: id) {
      if try !sentPlaces(of: folder).isEmpty { return true }
      if try isRenumbered(folder) { return true }
    }
    return false
  }

  /// The folders that an item is in at the provider, the nearest first.
  package func foldersAtProvider(of id: ItemID) throws(StoreError) -> [ItemID] {
    var folders: [ItemID] = []
    var current = id
    while folders.count < Self.greatestDepth {
      var place = try synced(current)?.parent
      if place == nil { place = try item(current)?.parent }
      guard let parent = place, !parent.isFixed, !folders.contains(parent) else { break }
      folders.append(parent)
      current = parent
    }
    return folders
  }

  private static let greatestDepth = 2048
}
