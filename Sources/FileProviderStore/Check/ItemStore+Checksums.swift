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
          let sum = try ContentReader(reader).checksum(of: item)
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
  /// - Throws: `inputOutput`.
  func makeChecksum(of id: ItemID) throws(StoreError) -> ChecksumResult {
    try makeChecksum(of: id) { (content) throws(StoreError) in
      try ContentChecksum(of: content, in: contents) { false }
    }
  }

  /// - Parameter sum: Reads the contents.
  /// - Throws: What `sum` throws, but for `damaged`.
  func makeChecksum(
    of id: ItemID, sum: (ContentKey) throws(StoreError) -> ContentChecksum
  ) throws(StoreError) -> ChecksumResult {
    let (item, isMarked) = try readCommitted { (reader) throws(StoreError) -> (ItemAttributes?, Bool) in
      guard let item = try reader.item(id), item.kind == .file, item.content != nil, !item.flags.contains(.dataless),
        try ContentReader(reader).checksum(of: item) == nil
      else { return (nil, false) }
      return (item, try ContentReader(reader).isMarked(id))
    }
    if isMarked { return .notYet }
    guard let item, let content = item.content else { return .nothing }
    do throws(StoreError) {
      if contents.size(of: content) == item.size { return .made(item: item, sum: try sum(content)) }
    } catch { guard error.code == .damaged else { throw error } }
    // Contents that are gone may have moved into the database meanwhile.
    let now = try readCommitted { (reader) throws(StoreError) in try reader.item(id) }
    guard let now, now.content != content else { return .nothing }
    return try makeChecksum(of: id, sum: sum)
  }
}
