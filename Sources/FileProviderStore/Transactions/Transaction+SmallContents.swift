import Glibc

extension Transaction {
  /// Gives a document contents that lie in the database, in place of none or of others that do, with one row in the log: whoever reads them before the program
  /// closes the document learns of a loss of power that takes them back. `closeSmallWriting` follows when the program closes or synchronizes the document.
  ///
  /// - Parameters:
  ///   - bytes: At most `SmallContents.largest`.
  ///   - modified: When a program wrote them.
  ///   - isVersion: Whether an earlier version of the document is in them.
  ///   - session: Names the mount that writes.
  package func writeSmall(
    _ bytes: [UInt8], modified: Timestamp, to item: ItemAttributes, isVersion: Bool, session: String
  ) throws(StoreError) -> ItemAttributes {
    if let former = item.content { try discard(former) }
    if isVersion {
      try markChange(of: item.id, session: session)
    } else {
      try markWriter(of: item.id, session: session)
    }
    var item = item
    item.content = try addSmall(bytes)
    return try commitContents(
      of: item, size: Int64(bytes.count), isSparse: false, modified: modified, changed: modified)
  }

  /// Notes that a program has closed a document that has small contents, or none. They are in the log, so nothing remains to be done for them.
  ///
  /// What they have replaced stays for a while, as if they were in a file: the program that has closed the document may be one of several that write it.
  package func closeSmallWriting(of id: ItemID, session: String) throws(StoreError) {
    if try hasReplaced(id) { return try closeWriting(of: id, session: session) }
    let row = try reader.statement(.deleteMarks)
    row.bind(1, id)
    row.bind(2, session)
    try row.run()
  }

  /// Adds contents to the database that the same transaction gives a document.
  ///
  /// - Parameter bytes: At most `SmallContents.largest`.
  package func addSmall(_ bytes: [UInt8]) throws(StoreError) -> ContentKey {
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

  /// Moves contents from their file into the database, without a row in the log, since no reader sees a difference.
  ///
  /// - Parameter found: As it was read without the write lock.
  /// - Returns: False, and nothing was changed, where it has to be looked at again later: somebody has the document open, it is being written or may not be
  ///   on the disk, or it was changed since it was read.
  func moveToDatabase(_ found: SmallContentsMover.Found) throws(StoreError) -> Bool {
    // A document that is gone, or has other contents, has none of an earlier version.
    guard var item = try reader.item(found.item.id), item.content == found.content else { return true }
    guard item.lastChange == found.item.lastChange, try !ContentReader(reader).hasMark(item.id),
      try isUnused(found.content, of: item.id),
      let file = contents.status(of: found.content), SmallContentsMover.FileVersion(file) == found.file
    else { return false }
    // “check” reports contents of another size.
    guard found.bytes.count == item.size, file.st_size == item.size else { return true }
    let key = try addSmall(found.bytes)
    try discard(found.content)
    try moveChecksum(of: item.id, from: found.content, to: key)
    item.content = key
    item.noteRoom(isSparse: false)
    try store(item)
    return true
  }
}
