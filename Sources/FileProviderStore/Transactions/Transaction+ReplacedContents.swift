// A document that gets other contents keeps its old ones until the new ones are on the disk. No request waits for that,
// and a loss of power leaves the one or the other, whole. `replaced_contents` has the old contents for as long as the
// document is marked.
extension Transaction {
  /// Takes the contents from a document, as `O_TRUNC` does. Those that are on the disk are kept for a loss of power.
  ///
  /// Logs the change. The commit of what is written into it logs another one.
  ///
  /// - Parameter session: Names the mount that writes.
  /// - Returns: The item as it is now; `nil`, and nothing was changed, when the contents are in a file and being written, or have
  ///   replaced others that are kept. Those can be truncated in place.
  package func emptyContents(of item: ItemAttributes, session: String) throws(StoreError) -> ItemAttributes? {
    guard let old = item.content else { return nil }
    let isWritten = try ContentReader(reader).isWritten(item.id)
    let isKept = try isWritten ? false : !hasReplaced(item.id)
    guard isKept || old.isSmall else { return nil }
    if isKept {
      try keepReplaced(old, size: item.size, modified: item.modified, for: item.id)
    } else {
      try discard(old)
    }
    var item = item
    item.content = nil
    item.size = 0
    item.noteRoom(isSparse: false)
    item.modified = time
    // Whoever follows the changes may read the row before the next commit, and a loss of power may take the emptying back.
    item = try update(item, fields: .contents)
    try forgetThatContentsAreOnDisk(item.id)
    try markWriter(of: item.id, session: session)
    return item
  }

  /// Discards or keeps the old contents of a document that was just given others.
  ///
  /// - Parameters:
  ///   - old: The item as it was.
  ///   - isKnown: Whether no part of the new contents can be lost.
  func replaceContents(of old: ItemAttributes, isKnown: Bool) throws(StoreError) {
    guard let content = old.content else { return }
    if isKnown || old.size == 0 || old.flags.contains(.dataless) { return try discard(content) }
    if try hasReplaced(old.id) { return try discard(content) }
    try keepReplaced(content, size: old.size, modified: old.modified, for: old.id)
  }

  /// Discards the contents of a document that another one replaces, or keeps them for that one.
  ///
  /// - Parameters:
  ///   - target: The document that is deleted.
  ///   - item: The one that gets its name.
  func inheritContents(of target: ItemAttributes, by item: ItemAttributes) throws(StoreError) {
    guard let content = target.content else { return }
    // What the item itself had on the disk is still there for it under its new name: that it has been renamed is as true as before.
    guard item.kind == .file, item.content != nil, try ContentReader(reader).isNew(item.id), try !hasReplaced(item.id)
    else {
      return try discard(content)
    }
    var kept = ReplacedContents(content: content, size: target.size, modified: target.modified)
    if let replaced = try takeReplaced(of: target.id) {
      // What the target replaced is on the disk; its own contents may not be.
      try discard(content)
      kept = replaced
    } else if target.size == 0 {
      return try discard(content)
    }
    try keepReplaced(kept.content, size: kept.size, modified: kept.modified, for: item.id)
  }

  /// Contents that a document had before those that may not be on the disk. All of them are there, or some of them are: the document may have been
  /// changed since it was synchronized.
  struct ReplacedContents {
    var content: ContentKey
    var size: Int64
    var modified: Timestamp
  }

  func hasReplaced(_ id: ItemID) throws(StoreError) -> Bool {
    let select = try reader.statement("SELECT 1 FROM replaced_contents WHERE item = ?")
    select.bind(1, id)
    defer { select.reset() }
    return try select.step()
  }

  /// Removes and returns a document's replaced contents, for the caller to use or to discard.
  func takeReplaced(of id: ItemID) throws(StoreError) -> ReplacedContents? {
    let row = try reader.statement(.takeReplacedContent)
    row.bind(1, id)
    defer { row.reset() }
    guard try row.step() else { return nil }
    return ReplacedContents(
      content: ContentKey(rawValue: row.integer(0)), size: row.integer(1),
      modified: Timestamp(rawValue: row.integer(2)))
  }

  /// Passes a document's replaced contents to one that gets its present ones.
  func transferReplaced(from old: ItemID, to new: ItemID) throws(StoreError) {
    guard let replaced = try takeReplaced(of: old) else { return }
    try keepReplaced(replaced.content, size: replaced.size, modified: replaced.modified, for: new)
  }

  /// Discards a document's replaced contents: its present ones are on the disk, or need not be.
  package func dropReplaced(of id: ItemID) throws(StoreError) {
    if let replaced = try takeReplaced(of: id) { try discard(replaced.content) }
  }

  private func keepReplaced(
    _ content: ContentKey, size: Int64, modified: Timestamp, for id: ItemID
  ) throws(StoreError) {
    let row = try reader.statement(.keepReplacedContent)
    row.bind(1, id)
    row.bind(2, content.rawValue)
    row.bind(3, size)
    row.bind(4, modified.rawValue)
    try row.run()
    leavesMarks = true
  }
}
