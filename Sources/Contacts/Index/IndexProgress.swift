import FileProviderStore

/// How far the index is: which stretch of the log it covers, and while everything is being listed, up to which item.
///
/// Kept in the index, in the transaction that writes what it covers.
struct IndexProgress: Hashable {
  /// The place in the log; while the index is being made, the end of the log when that began.
  var anchor: ContinuationToken
  /// The last item listed; nil when all were.
  var listed: ItemID?
}

extension ContactIndexDatabase {
  /// - Returns: Nil when nothing has been indexed.
  /// - Throws: `damaged` when the row is not a place in a log.
  func progress() throws(StoreError) -> IndexProgress? {
    let select = try statement("SELECT anchor, listed FROM progress")
    defer { select.reset() }
    guard try select.step() else { return nil }
    do {
      return IndexProgress(
        anchor: try ContinuationToken(text: select.text(0), kind: .anchor),
        listed: select.integerOrNil(1).map { ItemID(rawValue: $0) })
    } catch { throw StoreError(.damaged, "the index has lost its place in the log", cause: error) }
  }

  /// Part of a transaction.
  func setProgress(_ progress: IndexProgress) throws(StoreError) {
    let insert = try statement("INSERT OR REPLACE INTO progress VALUES (1, ?, ?)")
    insert.bind(1, progress.anchor.text)
    insert.bind(2, progress.listed?.rawValue)
    try insert.run()
  }
}
