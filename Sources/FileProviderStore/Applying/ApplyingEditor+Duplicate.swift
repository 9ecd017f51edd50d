// The provider's item may be here twice for a moment: as what was uploaded, and as what the change feed reported.
extension ApplyingEditor {
  /// Resolves that an identifier that belongs to one item is another one's here: the change feed reported it before the answer did.
  ///
  /// - Returns: Whether that was so. Where it is a folder, the feed may have reported what is in it as well, which was left out here, since nobody had
  ///   looked into it.
  func transferDuplicate(_ identifier: String, to id: ItemID) throws(StoreError) -> Bool {
    guard try !freeIdentifier(identifier, for: id),
      let other = try ProvidedReader(reader).provided(identifier: identifier)
    else {
      return false
    }
    // What the feed has reported since the provider did what it answers may be newer than the answer.
    try ReplicationEditor(transaction).markStale(for: identifier)
    guard let duplicate = try reader.record(other.item) else {
      try ReplicationEditor(transaction).forgetProvided(other.item)
      return true
    }
    if let pending = try ProvidedReader(reader).pending(duplicate.id), pending.dirty.contains(.contents),
      duplicate.kind == .file,
      !duplicate.attributes.flags.contains(.dataless)
    {
      try RescueEditor(transaction).copyConflict(of: duplicate)
    }
    if duplicate.attributes.isFolder, try reader.item(id)?.isFolder == true {
      try moveChildren(of: duplicate.id, to: id)
      try ReplicationEditor(transaction).restartListing(of: id)
    }
    if try RescueEditor(transaction).removeProvided(duplicate.id, limit: .max) == .isDone {
      try ReplicationEditor(transaction).forgetProvided(duplicate.id)
    }
    return true
  }

  private func moveChildren(of folder: ItemID, to other: ItemID) throws(StoreError) {
    while let child = try TreeEditor(transaction).anyChild(of: folder) {
      let hadOwnName = try RescueEditor(transaction).hasOwnName(child.id, in: folder)
      try RescueEditor(transaction).relocate(child, to: other, filename: child.name.spelling)
      if !hadOwnName { try RescueEditor(transaction).noteName(of: child.id, in: other, isOwn: false) }
      if var synced = try ProvidedReader(reader).synced(child.id), synced.parent == folder {
        synced.parent = other
        try ReplicationEditor(transaction).write(synced)
        try ReplicationEditor(transaction).notePlace(of: child.id)
      }
    }
  }
}
