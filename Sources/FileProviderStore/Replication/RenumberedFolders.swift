import FileProviderSQLite

// The folders whose items have other identifiers at the provider than those known here.
extension ReplicationReader {
  /// Whether the items in a folder have other identifiers than those known here.
  package func isRenumbered(_ id: ItemID) throws(StoreError) -> Bool {
    try reader.findsRow("SELECT 1 FROM renumbered_folders WHERE item = ?", id.rawValue)
  }

  /// Whether an item is, at the provider, in a folder whose items have other identifiers than those known here.
  func isBelowRenumbered(_ id: ItemID) throws(StoreError) -> Bool {
    let renumbered = try renumberedFolders()
    if renumbered.isEmpty { return false }
    return try ProvidedReader(reader).foldersAtProvider(of: id).contains { renumbered.contains($0) }
  }

  /// The item that has got an unknown identifier, as it is known to be at that place in a folder whose items have others now.
  func renumberedItem(_ item: ProvidedItem, in parent: ItemID) throws(StoreError) -> ItemID? {
    guard try isRenumbered(parent), let known = try knownItem(at: parent, named: FileName(providing: item.filename))
    else { return nil }
    let kind =
      if let here = try reader.item(known) { here.kind } else { try ProvidedReader(reader).synced(known)?.kind }
    return kind == item.kind ? known : nil
  }

  /// The item that the provider knows, and has at a place.
  func knownItem(at parent: ItemID, named name: FileName) throws(StoreError) -> ItemID? {
    let statement = try reader.statement(
      """
      SELECT item FROM pending p WHERE old_parent = ? AND old_name = ?
      AND EXISTS (SELECT 1 FROM synced WHERE item = p.item) LIMIT 1
      """)
    statement.bind(1, parent)
    statement.bind(2, name)
    defer { statement.reset() }
    if try statement.step() { return ItemID(rawValue: statement.integer(0)) }
    // Of what nothing waits is where it is at the provider, but for a name that another one has here.
    var candidates = try ProvidedReader(reader).renamedItems(in: parent)
    if let child = try reader.child(of: parent, named: name) { candidates.append(child.id) }
    for id in candidates {
      if let synced = try ProvidedReader(reader).synced(id), synced.parent == parent, synced.name == name { return id }
    }
    return nil
  }

  /// The folders whose items have other identifiers than those known here.
  package func renumberedFolders() throws(StoreError) -> [ItemID] {
    let statement = try reader.statement("SELECT item FROM renumbered_folders ORDER BY item")
    return try reader.numbers(statement)
  }

  /// Those of them whose items can be listed: the provider does not report them gone.
  package func renumberedFoldersToList() throws(StoreError) -> [ItemID] {
    var folders: [ItemID] = []
    for folder in try renumberedFolders() where try !isReportedGone(folder) { folders.append(folder) }
    return folders
  }

  /// Whether the provider reports a folder gone, or one that it is in there: then no listing shows what was in it, which is gone with it.
  func isReportedGone(_ folder: ItemID) throws(StoreError) -> Bool {
    guard try ProvidedReader(reader).isAnythingHeld() else { return false }
    for id in try [folder] + ProvidedReader(reader).foldersAtProvider(of: folder) {
      if try ProvidedReader(reader).heldState(of: id) ?? .absent > .absent { return true }
    }
    return false
  }
}

extension ReplicationEditor {
  /// Notes that the identifiers in a folder are known. Below one in which they are not, the folder is listed once more after that.
  package func forgetRenumbering(of id: ItemID) throws(StoreError) {
    if try ReplicationReader(reader).isRenumbered(id), try !ReplicationReader(reader).isBelowRenumbered(id) {
      try transaction.deleteRows(of: id, .endRenumbering)
    }
  }
}
