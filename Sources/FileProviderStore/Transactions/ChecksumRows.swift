// The rows of checksums; see `ItemStore.verifyContents` for when one holds.
extension ContentReader {
  /// The checksum of an item's contents as they are; `nil` when there is none that holds.
  func checksum(of item: borrowing ItemAttributes) throws(StoreError) -> ContentChecksum? {
    let select = try reader.statement("SELECT content, generation, size, sums FROM checksums WHERE item = ?")
    select.bind(1, item.id)
    defer { select.reset() }
    guard try select.step(), let content = item.content, select.integer(0) == content.rawValue else { return nil }
    let sum = ContentChecksum(size: select.integer(2), sums: Array(select.bytes(3)))
    let generation = Generation(rawValue: select.integer(1))
    guard try !isMarked(item.id), try contentsAreUnchanged(of: item.id, item.lastChange, since: generation) else {
      return nil
    }
    return sum
  }

  /// Documents whose checksum is due, in the order of their numbers.
  func dueChecksums(after key: ItemID, limit: Int) throws(StoreError) -> [ItemID] {
    let select = try reader.statement(
      "SELECT item FROM checksums WHERE generation = 0 AND item > ? ORDER BY item LIMIT ?")
    select.bind(1, key)
    select.bind(2, Int64(limit))
    return try reader.numbers(select)
  }

  /// Whether the change log shows that an item's contents are unchanged; false also when the log does not reach back.
  fileprivate func contentsAreUnchanged(
    of id: ItemID, _ last: Generation, since generation: Generation
  ) throws(StoreError) -> Bool {
    var current = last
    while current > generation {
      guard let row = try LogReader(reader).logRow(at: current), row.item == id, row.event == .update,
        !row.fields.contains(.contents)
      else { return false }
      current = row.previous
    }
    return current == generation
  }
}

extension Transaction {
  /// Stores the checksum of contents, unless they were changed since they were read, or are being written.
  func noteChecksum(_ sum: ContentChecksum, of old: ItemAttributes) throws(StoreError) {
    guard let item = try reader.item(old.id), let content = item.content,
      // They may have moved into the database meanwhile.
      content == old.content || content.isSmall && item.lastChange == old.lastChange,
      sum.size == item.size, try !ContentReader(reader).isMarked(item.id),
      try ContentReader(reader).contentsAreUnchanged(of: item.id, item.lastChange, since: old.lastChange)
    else { return }
    try storeChecksum(sum, of: item.id, content, item.lastChange)
  }

  /// Removes a document's checksum, if it has one, and notes that another one is due.
  func noteChecksumIsDue(of id: ItemID) throws(StoreError) {
    try storeChecksum(ContentChecksum(size: 0, sums: []), of: id, ContentKey(rawValue: 0), .zero)
  }

  private func storeChecksum(
    _ sum: ContentChecksum, of id: ItemID, _ content: ContentKey, _ generation: Generation
  ) throws(StoreError) {
    let row = try reader.statement(.setChecksum)
    row.bind(1, id)
    row.bind(2, content.rawValue)
    row.bind(3, generation)
    row.bind(4, sum.size)
    row.bind(5, blob: sum.sums)
    try row.run()
  }

  /// Has a document's checksum, if it has one, be that of other contents with the same bytes.
  func moveChecksum(of id: ItemID, from old: ContentKey, to new: ContentKey) throws(StoreError) {
    let select = try reader.statement("SELECT generation, size, sums FROM checksums WHERE item = ? AND content = ?")
    select.bind(1, id)
    select.bind(2, old.rawValue)
    defer { select.reset() }
    guard try select.step() else { return }
    let sum = ContentChecksum(size: select.integer(1), sums: Array(select.bytes(2)))
    try storeChecksum(sum, of: id, new, Generation(rawValue: select.integer(0)))
  }

  /// Removes the checksum of a document that is gone or can have none.
  func forgetChecksum(of id: ItemID) throws(StoreError) {
    let row = try reader.statement(.deleteChecksum)
    row.bind(1, id)
    try row.run()
  }

  /// Removes the checksums of deleted documents in a range of numbers: the change log may not have all of them.
  func forgetChecksumsOfNobody(after first: ItemID, upTo last: ItemID) throws(StoreError) {
    let row = try reader.statement(.deleteChecksumsOfNobody)
    row.bind(1, first)
    row.bind(2, last)
    try row.run()
  }
}
