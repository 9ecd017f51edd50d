// Where the provider was asked to put an item, as long as it has not answered. A provider that names its items by path has the item under another
// identifier there afterwards: one that nobody has heard of may then be this item, and that its old identifier is gone does not mean that the item is.
extension Transaction {
  private static let mostPlaces = 8

  private static func sentKey(_ id: ItemID) -> String { StoreReader.sent + String(id.rawValue) }
  private static func heldKey(_ id: ItemID) -> String { "held/" + String(id.rawValue) }

  /// Notes a place that a call asks for. Those of earlier calls that were not answered stay noted.
  func noteSentPlace(_ place: SentPlace, of id: ItemID) throws(StoreError) {
    let places = try reader.sentPlaces(of: id).filter { $0 != place } + [place]
    try setSetting(Self.sentKey(id), to: places.suffix(Self.mostPlaces).map(\.setting).joined(separator: "/"))
  }

  /// Notes that it is known where an item is.
  ///
  /// - Parameter identifier: The item's identifier.
  /// - Returns: Whether another item was told of there meanwhile, so that the folders have to be listed again.
  @discardableResult
  package func endSentPlaces(of id: ItemID, identifier: String?) throws(StoreError) -> Bool {
    let places = try reader.sentPlaces(of: id)
    if places.isEmpty { return false }
    try setSetting(Self.sentKey(id), to: nil)
    guard let held = try reader.setting(Self.heldKey(id)) else { return false }
    try setSetting(Self.heldKey(id), to: nil)
    guard identifier?.isIdentical(to: held) != true else { return false }
    for place in places { try expireListing(of: place.parent) }
    return true
  }

  /// Passes the places of one item to the one that replaces it.
  func passSentPlaces(from old: ItemID, to new: ItemID) throws(StoreError) {
    for key in [Self.sentKey, Self.heldKey] {
      guard let value = try reader.setting(key(old)) else { continue }
      try setSetting(key(old), to: nil)
      try setSetting(key(new), to: value)
    }
  }

  /// Finds the item that the provider may mean by an identifier which nobody has heard of, since it was asked to put it there. It is known after the
  /// answer, or after it was asked again; until then what is said is held back.
  func holdBack(_ item: ProvidedItem, in parent: ItemID) throws(StoreError) -> ItemID? {
    let place = SentPlace(parent: parent, name: FileName(providing: item.filename))
    for id in try reader.itemsSent(to: place) {
      guard var row = try reader.pending(id), try reader.agreed(id)?.kind == item.kind else { continue }
      try setSetting(Self.heldKey(id), to: item.identifier)
      // If it is another one after all, no listing that is under way would bring it any more.
      try askLater(for: item.identifier)
      if row.state != .calling {
        row.isToldOf = true
        if row.state != .parked { (row.state, row.due) = (.later, PushPace.now) }
        try keep(row)
      }
      return id
    }
    return nil
  }

  /// Whether what is said to be gone may only have another identifier now. The folder that it was in is listed again then.
  package func doubtsRemoval(of id: ItemID) throws(StoreError) -> Bool {
    guard try reader.isUnsettled(id) else { return false }
    if let parent = try reader.agreed(id)?.parent { try expireListing(of: parent) }
    return true
  }

  /// Gives an item the identifier under which it was found where the provider was asked to put it. The provider is asked for it again before it is told
  /// anything.
  ///
  /// - Parameter hasVersion: Whether it is of the version that was agreed on. If not, nothing is known of the contents that the provider has, and none
  ///   here count as agreed.
  /// - Returns: False where the identifier is another item's.
  package func settle(
    _ id: ItemID, as item: ProvidedItem, in place: SentPlace, hasVersion: Bool
  ) throws(StoreError) -> Bool {
    guard var known = try reader.provided(id), try freeIdentifier(item.identifier, for: id) else { return false }
    let isOther = !known.identifier.isIdentical(to: item.identifier)
    // What was said of the former one meanwhile may be of another item that has it now.
    if isOther { try askLater(for: known.identifier) }
    known.identifier = item.identifier
    known.filename = item.filename
    if !hasVersion { known.contentVersion = nil }
    try keep(known)
    if var agreed = try reader.agreed(id) {
      (agreed.parent, agreed.name) = (place.parent, place.name)
      try keep(agreed)
      if isOther, agreed.kind == .folder { try renumber(id) }
    }
    try endSentPlaces(of: id, identifier: item.identifier)
    try notePlace(of: id)
    guard var row = try reader.pending(id) else {
      try askLater(for: item.identifier)
      return true
    }
    row.isToldOf = try reader.item(id) != nil
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

  init?(setting: Substring) {
    let parts = setting.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let number = Int64(parts[0]) else { return nil }
    self.init(parent: ItemID(rawValue: number), name: FileName(providing: String(parts[1])))
  }

  /// Without a slash, which is in no name.
  var setting: String { "\(parent.rawValue) \(name.spelling)" }
}

extension StoreReader {
  static let sent = "sent/"

  /// The places that the provider was asked to put an item, and has not answered.
  package func sentPlaces(of id: ItemID) throws(StoreError) -> [SentPlace] {
    guard let value = try setting(Self.sent + String(id.rawValue)) else { return [] }
    return value.split(separator: "/").compactMap { SentPlace(setting: $0) }
  }

  /// Whether what a provider has under an item's identifier, at the place that was agreed on, may be another item: it was asked to put this one elsewhere,
  /// and has not answered. Nothing tells two folders apart.
  package func mayBeReplaced(_ id: ItemID, by item: ProvidedItem) throws(StoreError) -> Bool {
    guard try !sentPlaces(of: id).isEmpty, let known = try provided(id), let agreed = try agreed(id),
      FileName(providing: item.filename) == agreed.name, try folder(identifiedBy: item.parent)?.id == agreed.parent
    else { return false }
    guard item.kind == agreed.kind else { return true }
    return switch item.kind {
    case .file: item.contentVersion == nil || item.contentVersion != known.contentVersion
    case .symlink: item.target != agreed.target
    default: false
    }
  }

  /// Whether the provider is to be asked for an item before anything is written of it: it may have been put elsewhere by a call that was not answered, and
  /// its identifier be another's.
  func isAskedFirst(_ waiting: PendingRow) throws(StoreError) -> Bool {
    guard waiting.isToldOf, waiting.state == .ready || waiting.state == .later else { return false }
    return try !sentPlaces(of: waiting.item).isEmpty
  }

  fileprivate func itemsSent(to place: SentPlace) throws(StoreError) -> [ItemID] {
    try allSentPlaces().filter { $0.places.contains(place) }.map(\.item)
  }

  /// Whether another item is being put at a place, or may have been by a call that was not answered: the name there may not be free.
  package func isAnythingSent(to parent: ItemID, _ name: FileName, except id: ItemID) throws(StoreError) -> Bool {
    for item in try itemsSent(to: SentPlace(parent: parent, name: name)) where item != id {
      if let state = try pending(item)?.state, state != .parked, state != .local { return true }
    }
    return false
  }

  /// The items that the provider was asked to put elsewhere by calls that have ended without an answer, and that it will be told of again.
  package func itemsInDoubt() throws(StoreError) -> [ItemID] {
    var items: [ItemID] = []
    for (item, _) in try allSentPlaces() {
      if let state = try pending(item)?.state, state == .ready || state == .later { items.append(item) }
    }
    return items
  }

  private func allSentPlaces() throws(StoreError) -> [(item: ItemID, places: [SentPlace])] {
    let statement = try statement("SELECT key, value FROM settings WHERE key > ? AND key < ?")
    statement.bind(1, Self.sent)
    // The character after the slash.
    statement.bind(2, "sent0")
    defer { statement.reset() }
    var all: [(item: ItemID, places: [SentPlace])] = []
    while try statement.step() {
      guard let number = Int64(statement.text(0).dropFirst(Self.sent.utf8.count)) else { continue }
      all.append(
        (ItemID(rawValue: number), statement.text(1).split(separator: "/").compactMap { SentPlace(setting: $0) }))
    }
    return all
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
      var place = try agreed(current)?.parent
      if place == nil { place = try item(current)?.parent }
      guard let parent = place, !parent.isFixed, !folders.contains(parent) else { break }
      folders.append(parent)
      current = parent
    }
    return folders
  }

  private static let greatestDepth = 2048
}
