import FileProviderSQLite

// Providers that name their items by path give other identifiers to all that is in a folder when they give one to the folder. Those are learnt by
// listing the folder again; until then nothing below it is told to the provider.
extension Transaction {
  /// Notes that the items in a folder have other identifiers than those known here, and has it listed again.
  func renumber(_ id: ItemID) throws(StoreError) {
    guard let folder = try reader.item(id) else {
      if try reader.pendingItem(from: id) != nil { try noteRenumbered(id) }
      return
    }
    if folder.flags.contains(.unlisted), try anyChild(of: id) == nil, try reader.pendingItem(from: id) == nil {
      // The page that a pass would go on from is one of the former identifier.
      return try expireListing(of: id)
    }
    try noteRenumbered(id)
    try expectListing(of: id)
  }

  private func noteRenumbered(_ id: ItemID) throws(StoreError) {
    let row = try reader.statement(.noteRenumbered)
    row.bind(1, id)
    try row.run()
    memory.isAnythingUnconfirmed = nil
  }

  /// Notes an identifier of an item that is deleted here, in a folder that is deleted, too.
  package func renumberDeleted(_ item: ProvidedItem, in folder: ItemID) throws(StoreError) {
    guard let id = try reader.knownItem(at: folder, named: FileName(providing: item.filename)),
      var row = try reader.provided(id), try freeIdentifier(item.identifier, for: id)
    else { return }
    row.identifier = item.identifier
    try keep(row)
    if item.kind == .folder { try renumber(id) }
  }

  /// Makes sure that nothing but one item has an identifier: another one may have had it before the folder it is in got its own.
  ///
  /// - Returns: False where it is rightly another item's.
  func freeIdentifier(_ identifier: String, for id: ItemID) throws(StoreError) -> Bool {
    guard let row = try reader.provided(identifier: identifier), row.item != id else { return true }
    return try freeIdentifier(of: row)
  }

  /// Takes the identifier from an item whose own is not known.
  ///
  /// - Returns: Whether it was such an item.
  func freeIdentifier(of row: ProvidedRow) throws(StoreError) -> Bool {
    guard try isAnythingUnconfirmed(), try reader.isBelowRenumbered(row.item) else { return false }
    try loseIdentifier(row)
    return true
  }

  /// Leaves an item without an identifier that a provider knows, which is another item's from now on.
  func loseIdentifier(_ row: ProvidedRow) throws(StoreError) {
    var row = row
    // No provider's: what begins with a control character is not the name of anything.
    row.identifier = "\u{1}\(row.item)"
    try keep(row)
  }

  /// Notes that the identifiers in a folder are known. Below one in which they are not, the folder is listed once more after that.
  package func endRenumbering(of id: ItemID) throws(StoreError) {
    if try reader.isRenumbered(id), try !reader.isBelowRenumbered(id) {
      try deleteRows(of: id, .endRenumbering)
    }
  }
}

extension StoreReader {
  /// Whether the items in a folder have other identifiers than those known here.
  package func isRenumbered(_ id: ItemID) throws(StoreError) -> Bool {
    try findsRow("SELECT 1 FROM renumbered_folders WHERE item = ?", id.rawValue)
  }

  /// Whether an item is, at the provider, in a folder whose items have other identifiers than those known here.
  func isBelowRenumbered(_ id: ItemID) throws(StoreError) -> Bool {
    let renumbered = try renumberedFolders()
    if renumbered.isEmpty { return false }
    return try foldersAtProvider(of: id).contains { renumbered.contains($0) }
  }

  /// The item that has got an identifier which nobody has heard of, as it is known to be at that place in a folder whose items have others now.
  func renumberedItem(_ item: ProvidedItem, in parent: ItemID) throws(StoreError) -> ItemID? {
    guard try isRenumbered(parent), let known = try knownItem(at: parent, named: FileName(providing: item.filename))
    else { return nil }
    let kind = if let here = try self.item(known) { here.kind } else { try synced(known)?.kind }
    return kind == item.kind ? known : nil
  }

  /// The item that the provider knows, and has at a place.
  func knownItem(at parent: ItemID, named name: FileName) throws(StoreError) -> ItemID? {
    let statement = try statement(
      """
      SELECT item FROM pending p WHERE old_parent = ? AND old_name = ?
      AND EXISTS (SELECT 1 FROM synced WHERE item = p.item) LIMIT 1
      """)
    statement.bind(1, parent)
    statement.bind(2, name)
    defer { statement.reset() }
    if try statement.step() { return ItemID(rawValue: statement.integer(0)) }
    // Of what nothing waits is where it is at the provider, but for a name that another one has here.
    var candidates = try renamedItems(in: parent)
    if let child = try child(of: parent, named: name) { candidates.append(child.id) }
    for id in candidates {
      if let synced = try synced(id), synced.parent == parent, synced.name == name { return id }
    }
    return nil
  }

  /// The folders whose items have other identifiers than those known here.
  package func renumberedFolders() throws(StoreError) -> [ItemID] {
    let statement = try statement("SELECT item FROM renumbered_folders ORDER BY item")
    return try numbers(statement)
  }
}
