// A program may write to a document for the first time after the provider has removed it: when that came nothing was known of the writing, and the
// document went as any that is clean. What is written then exists nowhere else.
extension RescueEditor {
  /// Makes what was written to a document that the provider has removed a document of the folder `Rescued`.
  ///
  /// - Parameters:
  ///   - item: The document as it was.
  ///   - removal: The row of its removal.
  ///   - contents: What was written, on the disk.
  /// - Returns: The new document.
  package func rescueWritten(
    of item: ItemAttributes, _ removal: LogRow, contents: ContentKey, size: Int64, modified: Timestamp
  ) throws(StoreError) -> ItemID {
    // It was written into the contents that were kept, and is the newer.
    try dropRemoved(item.id)
    return try transaction.making(as: ChangeAuthor.replica) { () throws(StoreError) in
      let folder = try rescuePlace(of: removal.parent)
      let name = try TreeEditor(transaction).freeName(
        in: folder, like: removal.beforeName ?? FileName(unchecked: "\(item.id)"))
      var new = NewItem(
        parent: folder, name: name, kind: .file, mode: item.mode, owner: item.owner, group: item.group)
      (new.size, new.content) = (size, contents)
      (new.modified, new.created) = (modified, item.created)
      let id = try TreeEditor(transaction).create(new).id
      try ReplicationEditor(transaction).keepLocal(id)
      return id
    }
  }

  /// Gives such a document what was written since; one that a user has deleted meanwhile stays deleted.
  ///
  /// - Returns: Whether it is there.
  package func rescueWritten(
    again id: ItemID, contents: ContentKey, size: Int64, modified: Timestamp
  ) throws(StoreError) -> Bool {
    guard try reader.item(id) != nil else { return false }
    try transaction.making(as: ChangeAuthor.replica) { () throws(StoreError) in
      _ = try transaction.setContents(contents, size: size, modified: modified, of: id)
    }
    return true
  }
}

extension RescueReader {
  /// The row of an item's removal, if it was removed on the provider's word.
  package func removalByProvider(of id: ItemID) throws(StoreError) -> LogRow? {
    guard let generation = try LogReader(reader).deletion(of: id),
      let row = try LogReader(reader).logRow(at: generation),
      try reader.author(row.author) == ChangeAuthor.remote
    else { return nil }
    return row
  }
}
