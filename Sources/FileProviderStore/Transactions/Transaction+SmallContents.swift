extension Transaction {
  /// Gives a document contents that lie in the database, in place of none or of others that do, without a row in the log: `commitContents` follows when the
  /// program closes or synchronizes the document.
  ///
  /// - Parameters:
  ///   - bytes: At most `SmallContents.largest`.
  ///   - modified: When a program wrote them.
  ///   - session: Names the mount that writes.
  package func writeSmall(
    _ bytes: [UInt8], modified: Timestamp, to item: ItemAttributes, session: String
  ) throws(StoreError) -> ItemAttributes {
    if item.content != nil { try takeOverWriting(of: item.id, by: session) }
    // What the document had when it was closed last comes back if it gets a file now, and a loss of power takes that.
    try replaceContents(of: item, isKnown: false)
    var item = item
    item.content = try insertSmall(bytes)
    item.size = Int64(bytes.count)
    item.noteRoom(isSparse: false)
    item.modified = modified
    item.changed = max(modified, item.changed)
    try store(item)
    try markWriter(of: item.id, session: session)
    return item
  }

  private func insertSmall(_ bytes: [UInt8]) throws(StoreError) -> ContentKey {
    while true {
      let key = settings.contents.nextSmallKey()
      let insert = try reader.statement(.insertSmall)
      insert.bind(1, key.rawValue)
      insert.bind(2, blob: bytes)
      defer { insert.reset() }
      // Another process that began at the same time may have used the number.
      if try insert.step() { return key }
    }
  }
}
