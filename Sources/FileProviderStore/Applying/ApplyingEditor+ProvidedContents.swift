extension ApplyingEditor {
  /// Gives a document downloaded contents, and applies what the provider reported of it.
  ///
  /// A change that programs see is logged; downloading contents of the announced size is none.
  ///
  /// - Parameters:
  ///   - contents: What was downloaded, complete.
  ///   - size: Its real size, whatever the provider announced.
  ///   - item: What the provider reported with it, if anything.
  ///   - id: The document.
  /// - Returns: Whether it took them; not where the document has contents by now, which somebody here has given it meanwhile.
  /// - Throws: `noSuchItem` when the document is gone.
  package func takeContents(
    _ contents: IncomingContents, size: Int64, _ item: ProvidedItem?, of id: ItemID
  ) throws(StoreError) -> Bool {
    let before = try transaction.item(id)
    guard before.flags.contains(.dataless) else { return false }
    let content = try transaction.key(of: contents)
    try transaction.setContents(content, size: size, of: id, logged: size != before.size, mark: ContentMark.fetched)
    guard var item, let row = try ProvidedReader(reader).provided(id), item.identifier.isIdentical(to: row.identifier)
    else {
      return true
    }
    // Name and place are left to the changes of the working set, and the size is that of the contents.
    item.filename = row.filename
    item.size = size
    guard item.kind == before.kind else { return true }
    // Where it was moved here, the provider does not know of that yet.
    let parent = try ProvidedReader(reader).synced(id)?.parent ?? before.parent
    try apply(item, in: parent, keepsContents: true)
    return true
  }

  /// Empties a document whose contents are not here: they need not be downloaded for that.
  ///
  /// - Returns: Whether they were not here.
  /// - Throws: `noSuchItem`.
  package func emptyDataless(_ id: ItemID) throws(StoreError) -> Bool {
    guard try transaction.item(id).flags.contains(.dataless) else { return false }
    try transaction.setContents(nil, size: 0, modified: transaction.time, of: id)
    return true
  }
}
