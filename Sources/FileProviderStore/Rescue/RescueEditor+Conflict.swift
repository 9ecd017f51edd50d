// What exists nowhere else is never deleted because of a provider's report: contents that the provider does not have become a document of their own.
extension RescueEditor {
  /// Moves a document's contents to a new document beside it, `name (conflict HOST DATE).ext`, which is uploaded.
  func copyConflict(of record: ItemRecord) throws(StoreError) {
    let parent = record.placeOfCopy
    try transaction.making(as: ChangeAuthor.replica) { () throws(StoreError) in
      let name = try TreeEditor(transaction).freeName(
        in: parent, like: ConflictName.make(record.name, at: transaction.time))
      let copy = try moveContents(of: record, to: parent, name: name, flags: .conflict)
      transaction.conflicts.append((record.id, copy))
    }
  }

  /// Gives a document's contents, with its attributes, to a new one; the document itself has none then.
  ///
  /// - Parameter flags: Flags of the new document.
  /// - Returns: The new document.
  func moveContents(
    of record: ItemRecord, to parent: ItemID, name: FileName, flags: ItemFlags = []
  ) throws(StoreError) -> ItemID {
    var item = record.attributes
    var new = NewItem(
      parent: parent, name: name, kind: .file, mode: item.mode, owner: item.owner, group: item.group)
    (new.size, new.content, new.flags) = (item.size, item.content, flags)
    (new.modified, new.created) = (item.modified, item.created)
    let id = try TreeEditor(transaction).create(new).id
    for (name, value) in try ProvidedReader(reader).pushableAttributes(of: record) {
      try transaction.changeExtendedAttribute(name.text, to: value, of: id)
    }
    if let tags = try reader.membership(of: record.id)?.tags {
      try TreeEditor(transaction).changeMembership(of: id) { $0.tags = tags }
    }
    try transaction.transferReplaced(from: record.id, to: id)
    item.content = nil
    item.flags.insert(.dataless)
    item.noteRoom(isSparse: false)
    try transaction.store(item)
    try transaction.noteSynchronized(item.id, session: ContentMark.closed)
    return id
  }
}
