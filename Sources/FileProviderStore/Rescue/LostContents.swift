import FileProviderSQLite

/// A document whose contents a loss of power may have torn.
struct LostContents {
  var item: ItemID
  /// Whether the provider has everything that was in them.
  var isFetched: Bool
  /// Whether a mount was still writing them: the log does not have everything that it wrote.
  var isWritten: Bool
}

extension RescueReader {
  private static let lostContentsSQL = SQLText(
    """
    SELECT item, min(session = '\(ContentMark.lostFetched)'), max(session = '\(ContentMark.lostWritten)') FROM writers
    WHERE session IN (\(ContentMark.unrecovered)) GROUP BY item LIMIT ?
    """)

  /// Documents to recover.
  func lostContents(limit: Int) throws(StoreError) -> [LostContents] {
    let select = try reader.statement(Self.lostContentsSQL)
    select.bind(1, Int64(limit))
    defer { select.reset() }
    var lost: [LostContents] = []
    while try select.step() {
      lost.append(
        LostContents(
          item: ItemID(rawValue: select.integer(0)), isFetched: select.integer(1) != 0,
          isWritten: select.integer(2) != 0))
    }
    return lost
  }
}
