import Glibc

/// The result of comparing a document's contents with their checksum.
package enum ContentVerdict: Equatable, Sendable {
  /// There is no checksum, the contents were changed since, or a mount is writing them.
  case unknown
  case intact
  /// The contents are damaged; the first damaged block begins at this byte.
  case damaged(at: Int64)
}

// A checksum belongs to one content file and to the generation of a change of the item. It is valid until a later row of the change log reports new
// contents, or a mark shows that a mount is writing them, so a writer never has to remove it. After a writer has died, or after a loss of power,
// the change log may not have everything that was written. Then the row marks the checksum as due.
extension ItemStore {
  /// Reads a document's contents and compares them with their checksum. Takes as long as the disk needs, and changes nothing.
  ///
  /// - Throws: `damaged` when the content file is gone; `interrupted`; `inputOutput`.
  package func verifyContents(
    of id: ItemID, isStopped: () -> Bool = { false }
  ) throws(StoreError) -> ContentVerdict {
    guard let (content, expected) = try validChecksum(of: id) else { return .unknown }
    let found = try ContentChecksum(of: content, in: contents, isStopped: isStopped)
    guard let difference = found.difference(from: expected) else { return .intact }
    // A mount may have begun to write them meanwhile.
    guard let again = try validChecksum(of: id), again == (content, expected) else { return .unknown }
    return .damaged(at: difference)
  }

  private func validChecksum(of id: ItemID) throws(StoreError) -> (ContentKey, ContentChecksum)? {
    try readCommitted { (reader) throws(StoreError) in
      try reader.snapshot { () throws(StoreError) in
        guard let item = try reader.item(id), let content = item.content,
          let sum = try reader.checksum(of: item)
        else { return nil }
        return (content, sum)
      }
    }
  }

  /// The result of making a checksum.
  enum ChecksumResult {
    /// The checksum, which has to be stored in a transaction.
    case made(item: ItemAttributes, sum: ContentChecksum)
    /// A mount is writing the document, or its contents may not be on the disk yet.
    case notYet
    /// The document has a checksum, or has no contents that one can be made of.
    case nothing
  }

  /// Makes the checksum of a document that has none.
  ///
  /// - Throws: `damaged` when the content file is gone; `inputOutput`.
  func makeChecksum(of id: ItemID) throws(StoreError) -> ChecksumResult {
    try makeChecksum(of: id) { (content) throws(StoreError) in
      try ContentChecksum(of: content, in: contents) { false }
    }
  }

  /// - Parameter sum: Reads the contents.
  /// - Throws: What `sum` throws.
  func makeChecksum(
    of id: ItemID, sum: (ContentKey) throws(StoreError) -> ContentChecksum
  ) throws(StoreError) -> ChecksumResult {
    let (item, isMarked) = try readCommitted { (reader) throws(StoreError) -> (ItemAttributes?, Bool) in
      guard let item = try reader.item(id), item.kind == .file, item.content != nil, !item.flags.contains(.dataless),
        try reader.checksum(of: item) == nil
      else { return (nil, false) }
      return (item, try reader.isMarked(id))
    }
    if isMarked { return .notYet }
    guard let item, let content = item.content, contents.size(of: content) == item.size else { return .nothing }
    return .made(item: item, sum: try sum(content))
  }
}

extension StoreReader {
  /// The checksum of an item's contents as they are; `nil` when there is none that holds.
  fileprivate func checksum(of item: borrowing ItemAttributes) throws(StoreError) -> ContentChecksum? {
    let select = try statement("SELECT content, generation, size, sums FROM checksums WHERE item = ?")
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
    let select = try statement(
      "SELECT item FROM checksums WHERE generation = 0 AND item > ? ORDER BY item LIMIT ?")
    select.bind(1, key)
    select.bind(2, Int64(limit))
    return try numbers(select)
  }

  /// Whether the change log shows that an item's contents are unchanged; false also when the log does not reach back.
  fileprivate func contentsAreUnchanged(
    of id: ItemID, _ last: Generation, since generation: Generation
  ) throws(StoreError) -> Bool {
    var current = last
    while current > generation {
      guard let row = try logRow(at: current), row.item == id, row.event == .update, !row.fields.contains(.contents)
      else { return false }
      current = row.previous
    }
    return current == generation
  }
}

extension Transaction {
  /// Stores the checksum of contents, unless they were changed since they were read, or are being written.
  func noteChecksum(_ sum: ContentChecksum, of old: ItemAttributes) throws(StoreError) {
    guard let item = try reader.item(old.id), item.content == old.content, let content = item.content,
      sum.size == item.size, try !reader.isMarked(item.id),
      try reader.contentsAreUnchanged(of: item.id, item.lastChange, since: old.lastChange)
    else { return }
    try setChecksum(sum, of: item.id, content, item.lastChange)
  }

  /// Removes a document's checksum, if it has one, and notes that another one is due.
  func noteChecksumIsDue(of id: ItemID) throws(StoreError) {
    try setChecksum(ContentChecksum(size: 0, sums: []), of: id, ContentKey(rawValue: 0), .zero)
  }

  private func setChecksum(
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

  /// Removes all checksums, and has them made again.
  func forgetChecksums() throws(StoreError) {
    try reader.statement(.deleteChecksums).run()
    try setSetting(ChecksumKeeper.setting, to: nil)
  }
}
