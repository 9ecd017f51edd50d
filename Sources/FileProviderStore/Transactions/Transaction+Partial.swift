/// What a provider's document has here in parts.
extension Transaction {
  /// Notes whether the domain's provider supports partial fetching.
  package func noteFetching(byRange: Bool) throws(StoreError) {
    guard try ProvidedReader(reader).fetchesByRange() != byRange else { return }
    try changeSetting(ProvidedReader.rangeSetting, to: byRange ? "1" : nil)
  }

  /// Notes that a part of a document's contents is here. Its bytes, and the directory entry of its file, are on the disk.
  ///
  /// - Parameters:
  ///   - range: Not empty, and within the contents.
  ///   - contents: The file they are in; a new one where the document had none.
  /// - Returns: False, and nothing was noted, where the document is here as a whole, has other parts, or is another version by now.
  package func takeRange(_ range: Range<Int64>, of contents: PartialContents) throws(StoreError) -> Bool {
    let id = contents.item
    guard let item = try reader.item(id), item.kind == .file, item.flags.contains(.dataless),
      item.size == contents.size, try ProvidedReader(reader).provided(id)?.contentVersion == contents.version
    else { return false }
    if let known = try ProvidedReader(reader).partialContents(of: id) {
      guard known == contents else { return false }
    } else {
      let row = try reader.statement(.setPartial)
      row.bind(1, id)
      row.bind(2, contents.content.rawValue)
      row.bind(3, contents.size)
      row.bind(4, blob: contents.version)
      try row.run()
    }
    try addRange(range, of: id)
    return true
  }

  /// Forgets which parts of a document's contents are here, and discards them.
  package func dropPartial(of id: ItemID) throws(StoreError) {
    let row = try reader.statement(.takePartial)
    row.bind(1, id)
    defer { row.reset() }
    guard try row.step() else { return }
    try discard(ContentKey(rawValue: row.integer(0)))
    try deleteRows(of: id, .deleteRanges)
  }

  /// Drops the parts of a document of which the provider has another version, if no program has them open: the next open gets that version.
  package func dropOutdatedPartial(of id: ItemID) throws(StoreError) {
    guard try ProvidedReader(reader).hasOutdatedParts(id),
      let parts = try ProvidedReader(reader).partialContents(of: id), try isUnused(parts.content, of: id)
    else { return }
    try dropPartial(of: id)
  }

  /// Adds a range to those that are noted, as one with all that it overlaps or touches.
  private func addRange(_ range: Range<Int64>, of id: ItemID) throws(StoreError) {
    var (start, end) = (range.lowerBound, range.upperBound)
    let others = try reader.statement(.takeRanges)
    others.bind(1, id)
    others.bind(2, end)
    others.bind(3, start)
    while try others.step() {
      start = min(start, others.integer(0))
      end = max(end, others.integer(1))
    }
    others.reset()
    let row = try reader.statement(.insertRange)
    row.bind(1, id)
    row.bind(2, start)
    row.bind(3, end)
    try row.run()
  }
}
