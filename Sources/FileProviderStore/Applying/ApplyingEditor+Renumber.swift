// Providers that name their items by path give other identifiers to all that is in a folder when they give one to the folder. Those are learnt by
// listing the folder again; until then nothing below it is uploaded.
extension ApplyingEditor {
  /// Notes that the items in a folder have other identifiers than those known here, and has it listed again.
  func renumber(_ id: ItemID) throws(StoreError) {
    guard let folder = try reader.item(id) else {
      if try ProvidedReader(reader).pendingItem(from: id) != nil { try recordRenumbering(id) }
      return
    }
    if folder.flags.contains(.unlisted), try TreeEditor(transaction).anyChild(of: id) == nil,
      try ProvidedReader(reader).pendingItem(from: id) == nil
    {
      // The page that a pass would go on from is one of the former identifier.
      return try ReplicationEditor(transaction).expireListing(of: id)
    }
    try recordRenumbering(id)
    try ReplicationEditor(transaction).restartListing(of: id)
  }

  private func recordRenumbering(_ id: ItemID) throws(StoreError) {
    let row = try reader.statement(.noteRenumbered)
    row.bind(1, id)
    try row.run()
    transaction.memory.isAnythingUnconfirmed = nil
  }

  /// Notes an identifier of an item that is deleted here, in a folder that is deleted, too.
  package func renumberDeleted(_ item: ProvidedItem, in folder: ItemID) throws(StoreError) {
    guard let id = try ReplicationReader(reader).knownItem(at: folder, named: FileName(providing: item.filename)),
      var row = try ProvidedReader(reader).provided(id), try freeIdentifier(item.identifier, for: id)
    else { return }
    row.identifier = item.identifier
    try ReplicationEditor(transaction).write(row)
    if item.kind == .folder { try renumber(id) }
  }

  /// Makes sure that nothing but one item has an identifier: another one may have had it before the folder it is in got its own.
  ///
  /// - Returns: False where it is rightly another item's.
  func freeIdentifier(_ identifier: String, for id: ItemID) throws(StoreError) -> Bool {
    guard let row = try ProvidedReader(reader).provided(identifier: identifier), row.item != id else { return true }
    return try freeIdentifier(of: row)
  }

  /// Takes the identifier from an item whose own is not known.
  ///
  /// - Returns: Whether it was such an item.
  func freeIdentifier(of row: ProvidedRow) throws(StoreError) -> Bool {
    guard try ReplicationEditor(transaction).isAnythingUnconfirmed(),
      try ReplicationReader(reader).isBelowRenumbered(row.item)
    else { return false }
    try loseIdentifier(row)
    return true
  }

  /// Leaves an item without an identifier that a provider knows, which is another item's from now on.
  func loseIdentifier(_ row: ProvidedRow) throws(StoreError) {
    var row = row
    // No provider's: what begins with a control character is not the name of anything.
    row.identifier = "\u{1}\(row.item)"
    try ReplicationEditor(transaction).write(row)
  }
}
