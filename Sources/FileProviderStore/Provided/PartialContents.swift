import FileProviderSQLite

/// Contents of a document of which only parts are here: the row of `partial_contents`. The document is `dataless` until all of them are.
///
/// The content file has the document's size; missing ranges are holes. `partial_ranges` has the downloaded ranges, in bytes: ranges that neither
/// overlap nor touch. A range is noted after its bytes are on the disk, so that what is noted is true after any loss of power. Such a file
/// never becomes a document's own: when everything is here it gets another number first (`ContentFiles.renumber`). Otherwise an earlier
/// state of the database could take what was written into it later for what the provider has.
package struct PartialContents: Sendable, Hashable {
  package var item: ItemID
  package var content: ContentKey
  /// Of all of them, in bytes.
  package var size: Int64
  /// The provider's version that the parts are of.
  package var version: [UInt8]

  package init(item: ItemID, content: ContentKey, size: Int64, version: [UInt8]) {
    self.item = item
    self.content = content
    self.size = size
    self.version = version
  }
}

extension ProvidedReader {
  private static let partialSQL = SQLText("SELECT content, size, version FROM partial_contents WHERE item = ?")
  private static let rangeBeforeSQL = SQLText(
    "SELECT end FROM partial_ranges WHERE item = ? AND start <= ? ORDER BY start DESC LIMIT 1")
  private static let rangeAfterSQL = SQLText(
    "SELECT start FROM partial_ranges WHERE item = ? AND start > ? ORDER BY start LIMIT 1")

  /// What is here of a document that is not here as a whole; `nil` when nothing is.
  package func partialContents(of id: ItemID) throws(StoreError) -> PartialContents? {
    let select = try reader.statement(Self.partialSQL)
    select.bind(1, id)
    defer { select.reset() }
    guard try select.step() else { return nil }
    return PartialContents(
      item: id, content: ContentKey(rawValue: select.integer(0)), size: select.integer(1),
      version: select.blobOrNil(2) ?? [])
  }

  /// The first stretch of a range that is not here.
  ///
  /// - Parameters:
  ///   - id: A document with `partialContents`, or without any: then nothing is here.
  ///   - range: In bytes.
  package func missing(of id: ItemID, in range: Range<Int64>) throws(StoreError) -> Range<Int64>? {
    let start = max(range.lowerBound, try first(Self.rangeBeforeSQL, id, range.lowerBound) ?? range.lowerBound)
    guard start < range.upperBound else { return nil }
    let end = try first(Self.rangeAfterSQL, id, start) ?? range.upperBound
    return start..<min(end, range.upperBound)
  }

  /// Whether parts of a document are here of which the provider has another version, because a program had them open when it was reported.
  package func hasOutdatedParts(_ id: ItemID) throws(StoreError) -> Bool {
    guard try partialContents(of: id) != nil else { return false }
    return try pending(id)?.options.contains(.waitsForReaders) == true
  }

  /// Whether a document's contents are fetched by range from this domain's provider, when they are read.
  package func fetchesByRange() throws(StoreError) -> Bool { try reader.setting(Self.rangeSetting) != nil }

  private func first(_ sql: SQLText, _ id: ItemID, _ place: Int64) throws(StoreError) -> Int64? {
    let select = try reader.statement(sql)
    select.bind(1, id)
    select.bind(2, place)
    defer { select.reset() }
    return try select.step() ? select.integer(0) : nil
  }

  static let rangeSetting = "provider.ranges"
}
