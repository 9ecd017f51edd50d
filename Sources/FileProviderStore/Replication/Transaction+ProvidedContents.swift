extension Transaction {
  /// Gives a document contents that came from the provider, and applies what the provider said of it.
  ///
  /// A change that programs see is logged; bringing contents of the announced size is none.
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
    // Name and place are left to the changes of the working set, and the size is that of the contents.
    item.filename = row.filename
    item.size = size
    guard item.kind == before.kind else { return }
    try apply(item, in: before.parent, keepsContents: true)
  }
}
