import FileProviderSQLite

// Documents whose contents change: what is marked before the first change of the contents, and committed when a writer is done.
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

  /// Notes that a document's contents are being changed in place, as `markWriter` does, and that the disk has what they were if it did so far.
  package func markChange(of id: ItemID, session: String) throws(StoreError) {
    let row = try reader.statement(.noteChanged)
    row.bind(1, id)
    try row.run()
    try markWriter(of: id, session: session)
  }

  /// Notes that a document's contents, as they were a moment ago, are on the disk, even if they are being changed: neither what they replaced nor
  /// what they are going to replace may come back.
  package func noteContentsOnDisk(_ id: ItemID) throws(StoreError) {
    let row = try reader.statement(.noteOnDisk)
    row.bind(1, id)
    try row.run()
    try dropReplaced(of: id)
  }

  /// Notes that no part of a document's contents is known to be on the disk, because they begin again.
  package func forgetThatContentsAreOnDisk(_ id: ItemID) throws(StoreError) {
    let row = try reader.statement(.forgetOnDisk)
    row.bind(1, id)
    try row.run()
  }

  /// Notes that a mount has committed what it wrote to a document, and that the contents may not be on the disk.
  package func closeWriting(of id: ItemID, session: String) throws(StoreError) {
    let row = try reader.statement(.closeWriter)
    row.bind(1, id)
    row.bind(2, session)
    try row.run()
    leavesMarks = true
  }

  /// Notes that a document was given contents that may not be on the disk.
  func markContents(of id: ItemID, as mark: String) throws(StoreError) {
    try markWriter(of: id, session: mark)
    leavesMarks = true
  }

  /// Notes that a document's contents, as this transaction leaves them, are on the disk: nothing remains to be done for
  /// them.
  ///
  /// - Parameter session: Names the mount that wrote them.
  package func noteSynchronized(_ id: ItemID, session: String) throws(StoreError) {
    let row = try reader.statement(.deleteMarks)
    row.bind(1, id)
    row.bind(2, session)
    try row.run()
    try dropReplaced(of: id)
  }

  /// Commits what was written into a document's content file: one row in the log, however many writes there were.
  ///
  /// The status-change time is given, unlike elsewhere: programs have been shown it since the last write.
  ///
  /// - Parameter isSparse: Whether the contents have holes, or room that nothing was written to.
  /// - Throws: `noSuchItem`.
  @discardableResult
  package func commitContents(
    of id: ItemID, size: Int64, isSparse: Bool, modified: Timestamp, changed: Timestamp
  ) throws(StoreError) -> ItemAttributes {
    try commitContents(of: item(id), size: size, isSparse: isSparse, modified: modified, changed: changed)
  }

  /// The same of an item whose row is to have other contents besides.
  @discardableResult
  func commitContents(
    of item: ItemAttributes, size: Int64, isSparse: Bool, modified: Timestamp, changed: Timestamp
  ) throws(StoreError) -> ItemAttributes {
    var item = item
    let previous = item.lastChange
    item.size = size
    item.noteRoom(isSparse: isSparse)
    item.modified = modified
    item.changed = max(changed, item.changed)
    item.lastChange = nextGeneration()
    try store(item)
    try append(
      at: generation, .update, item, fields: .contents, previous: previous,
      membership: item.flags.contains(.member) ? 3 : 0)
    return item
  }

  /// Gives a document that has no contents, or small ones, a content file with the same bytes, without a row in the log, since no reader sees a
  /// difference.
  ///
  /// - Parameters:
  ///   - isVersion: Whether its present contents are an earlier version, which is on the disk in the new ones.
  ///   - session: Names the mount that writes.
  package func adoptContents(
    _ content: ContentKey, of item: ItemAttributes, isVersion: Bool, session: String
  ) throws(StoreError) -> ItemAttributes {
    if let former = item.content { try discard(former) }
    var item = item
    item.content = content
    try store(item)
    try markWriter(of: item.id, session: session)
    if isVersion { try noteContentsOnDisk(item.id) }
    return item
  }
}

extension ContentReader {
  private static let isWrittenSQL = SQLText(
    "SELECT 1 FROM writers WHERE item = ? AND session NOT IN (\(ContentMark.idle)) LIMIT 1")

  /// Whether any mount writes a document.
  func isWritten(_ id: ItemID) throws(StoreError) -> Bool {
    let select = try reader.statement(Self.isWrittenSQL)
    select.bind(1, id)
    defer { select.reset() }
    return try select.step()
  }

  /// Whether a document is open for writing in any mount.
  package func isOpenForWriting(_ id: ItemID) throws(StoreError) -> Bool { try isWritten(id) }

  /// Whether a document's contents are being written, or may not be on the disk.
  ///
  /// - Parameter session: A mount whose own mark does not count.
  package func isMarked(_ id: ItemID, butBy session: String? = nil) throws(StoreError) -> Bool {
    let select = try reader.statement(Self.isMarkedSQL)
    select.bind(1, id)
    select.bind(2, session)
    defer { select.reset() }
    return try select.step()
  }

  private static let isMarkedSQL = SQLText(
    "SELECT 1 FROM writers WHERE item = ? AND session IS NOT ? AND session <> '\(ContentMark.changed)' LIMIT 1")

  /// Whether a document has any mark.
  func hasMark(_ id: ItemID) throws(StoreError) -> Bool {
    try reader.findsRow("SELECT 1 FROM writers WHERE item = ? LIMIT 1", id.rawValue)
  }

  /// Whether the disk may have nothing of a document's contents: they are marked, and were never put there.
  package func isNew(_ id: ItemID) throws(StoreError) -> Bool {
    let select = try reader.statement(Self.isNewSQL)
    select.bind(1, id)
    defer { select.reset() }
    return try select.step() && select.integerOrNil(0) == 0
  }

  private static let isNewSQL = SQLText(
    "SELECT max(session = '\(ContentMark.changed)') FROM writers WHERE item = ?")
}
