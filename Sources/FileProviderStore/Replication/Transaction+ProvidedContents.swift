extension Transaction {
  /// Takes in contents that came from the provider, and what it said of the item they belong to.
  ///
  /// What a program sees is logged if it changes: bringing contents of the size that was announced is no change.
  ///
  /// - Parameters:
  ///   - content: The content file, complete.
  ///   - size: Its real size, whatever the provider announced.
  ///   - item: What the provider said with it, if anything.
  ///   - id: The document.
  /// - Throws: `noSuchItem` when the document is gone.
  package func takeContents(
    _ content: ContentKey, size: Int64, _ item: ProvidedItem?, of id: ItemID
  ) throws(StoreError) {
    let before = try self.item(id)
    try setContents(content, size: size, of: id, logged: size != before.size, mark: ContentMark.fetched)
    guard var item, let row = try reader.provided(id), item.identifier.isIdentical(to: row.identifier) else { return }
    // The name and the place are the working set's to tell; and the size is what was delivered.
    item.filename = row.filename
    item.size = size
    guard item.kind == before.kind else { return }
    try apply(item, in: before.parent, keepsContents: true)
  }
}
