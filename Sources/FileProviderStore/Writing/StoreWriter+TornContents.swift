import FileProviderSQLite

// Which contents a new epoch cannot vouch for; see `ItemStore.recoverContents`.
extension StoreWriter {
  /// Notes that marked contents may have been lost, in the transaction that records another run of the machine.
  func noteLostContents() throws(StoreError) {
    try reader.statement(.loseMarks).run()
  }

  /// Notes the same of marked contents that do not have the size in their rows, or have a hole that they did not have, in the transaction that records
  /// another epoch of the same run of the machine. After a process was killed all contents are there; after the disk was unplugged they need not be.
  ///
  /// Documents that a mount was writing are left to `reconcileWriters`: their rows may lag behind.
  func noteTornContents(in contents: ContentFiles) throws(StoreError) {
    for document in try IdleContentsReader(reader).idleContents() where document.isTorn(in: contents) {
      let row = try reader.statement(.loseMarksOf)
      row.bind(1, document.item)
      try row.run()
    }
  }
}

/// Marked contents that no mount was writing, and the values in their row.
private struct IdleContents {
  var item: ItemID
  var content: ContentKey
  var size: Int64
  var flags: ItemFlags

  /// Whether the disk has lost a part of them: of what it had not written when it was unplugged it may have the size, and no blocks.
  func isTorn(in contents: ContentFiles) -> Bool {
    if content.isSmall { return false }
    guard contents.size(of: content) == size else { return true }
    guard !flags.contains(.sparse), let written = contents.writtenSize(of: content) else { return false }
    return written < size
  }
}

/// Reads which contents are marked and not being written.
struct IdleContentsReader {
  let reader: StoreReader

  init(_ reader: StoreReader) { self.reader = reader }

  private static let idleContentsSQL = SQLText(
    """
    SELECT i.id, i.content, i.size, i.flags FROM writers w JOIN items i ON i.id = w.item
    WHERE i.content IS NOT NULL AND NOT i.flags & \(ItemFlags.dataless.rawValue)
    GROUP BY i.id HAVING min(w.session IN (\(ContentMark.idle)))
    """)

  /// Whether the disk has lost a part of any marked contents.
  func hasTornContents(in contents: ContentFiles) throws(StoreError) -> Bool {
    try idleContents().contains { $0.isTorn(in: contents) }
  }

  /// The contents of documents that are marked and that no mount was writing.
  fileprivate func idleContents() throws(StoreError) -> [IdleContents] {
    let select = try reader.statement(Self.idleContentsSQL)
    defer { select.reset() }
    var documents: [IdleContents] = []
    while try select.step() {
      documents.append(
        IdleContents(
          item: ItemID(rawValue: select.integer(0)), content: ContentKey(rawValue: select.integer(1)),
          size: select.integer(2), flags: ItemFlags(rawValue: Int32(truncatingIfNeeded: select.integer(3)))))
    }
    return documents
  }
}
