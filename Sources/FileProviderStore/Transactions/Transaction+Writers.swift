// Documents that are open for writing: what is marked before the first change of the contents, and committed when a
// writer is done.
extension Transaction {
  /// Notes that a document's contents are being changed in place, so that its size in the row may be wrong.
  ///
  /// - Parameter session: Names the mount; see `ItemStore.reconcileWriters`.
  package func markWriter(of id: ItemID, session: String) throws(StoreError) {
    let row = try reader.statement(.insertWriter)
    row.bind(1, id)
    row.bind(2, session)
    try row.run()
  }

  /// Removes the mark.
  package func unmarkWriter(of id: ItemID, session: String) throws(StoreError) {
    let row = try reader.statement(.deleteWriter)
    row.bind(1, id)
    row.bind(2, session)
    try row.run()
  }

  /// Commits what was written into a document's content file: one row in the log, however many writes there were.
  ///
  /// The status-change time is given, unlike elsewhere: it is the one that programs have been shown since the last
  /// write.
  ///
  /// - Parameter blocks: What the contents occupy, in units of 512 bytes.
  /// - Throws: `noSuchItem`.
  @discardableResult
  package func commitContents(
    of id: ItemID, size: Int64, blocks: Int64, modified: Timestamp, changed: Timestamp
  ) throws(StoreError) -> ItemAttributes {
    var item = try item(id)
    let previous = item.lastChange
    item.size = size
    item.flags.set(.sparse, blocks != ContentFiles.usualBlocks(size))
    item.modified = modified
    item.changed = max(changed, item.changed)
    item.lastChange = nextGeneration()
    try store(item)
    try append(
      at: generation, .update, item, fields: .contents, previous: previous,
      membership: item.flags.contains(.member) ? 3 : 0)
    return item
  }

  /// Gives a document that never had contents a content file, without a row in the log: nothing can be seen of it.
  package func adoptContents(_ content: ContentKey, of id: ItemID) throws(StoreError) -> ItemAttributes {
    var item = try item(id)
    item.content = content
    try store(item)
    return item
  }
}
