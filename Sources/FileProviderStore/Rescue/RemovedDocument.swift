import FileProviderSQLite

/// A document, or a symbolic link, that was removed here on the provider's word, and can be restored: a row of `removed_documents`.
///
/// What was changed here is not among them: it is in the folder `Rescued`. Nor is what was not here as a whole, or in the trash.
package struct RemovedDocument: Sendable {
  /// The number that it had.
  package let item: ItemID
  package let removed: Timestamp
  /// Where it was.
  package let path: String
  package let mode: UInt16
  package let modified: Timestamp
  package let size: Int64
  /// `nil` for a link, and for a document without any.
  package let content: ContentKey?
  /// Where the link points; `nil` for a document.
  package let target: [UInt8]?

  /// For so long what was removed is kept, in nanoseconds.
  package static let keptFor: Int64 = 7 * 86_400_000_000_000

  fileprivate static let columns = "item, time, path, mode, mtime, size, content, target"

  fileprivate init(_ row: StoreStatement) {
    item = ItemID(rawValue: row.integer(0))
    removed = Timestamp(rawValue: row.integer(1) &* 1000)
    path = row.text(2)
    mode = UInt16(truncatingIfNeeded: row.integer(3))
    modified = Timestamp(rawValue: row.integer(4))
    size = row.integer(5)
    content = row.integerOrNil(6).map { ContentKey(rawValue: $0) }
    target = row.blobOrNil(7)
  }
}

/// How much is kept of what was removed.
package struct RemovedDocuments: Sendable {
  package var count: Int64
  /// In bytes.
  package var size: Int64
  /// When the first of them was removed.
  package var oldest: Timestamp
}

extension RescueReader {
  /// How much is kept of what was removed on the provider's word; `nil` for nothing.
  package func removedDocuments() throws(StoreError) -> RemovedDocuments? {
    let statement = try reader.statement("SELECT count(*), coalesce(sum(size), 0), min(time) FROM removed_documents")
    defer { statement.reset() }
    guard try statement.step(), statement.integer(0) > 0 else { return nil }
    return RemovedDocuments(
      count: statement.integer(0), size: statement.integer(1), oldest: Timestamp(rawValue: statement.integer(2) &* 1000)
    )
  }

  private static let belowSQL = SQLText(
    """
    SELECT \(RemovedDocument.columns) FROM removed_documents AS d
    WHERE (path = ?1 OR path > ?1 || '/' AND path < ?1 || '0') AND path > ?2
      AND item = (SELECT item FROM removed_documents WHERE path = d.path ORDER BY time DESC, item DESC LIMIT 1)
    ORDER BY path LIMIT ?3
    """)

  /// What was removed at a path and below it, the newest of each path, in the order of the paths.
  ///
  /// - Parameters:
  ///   - path: As items have it; empty for the root.
  ///   - last: Only what comes after this path.
  package func removedDocuments(
    atOrBelow path: String, after last: String = "", limit: Int
  ) throws(StoreError) -> [RemovedDocument] {
    let statement = try reader.statement(Self.belowSQL)
    statement.bind(1, path)
    statement.bind(2, last)
    statement.bind(3, Int64(limit))
    return try removed(statement)
  }

  private static let contentSQL = SQLText("SELECT content FROM removed_documents WHERE item = ?")

  /// The contents of a document that was removed, and is kept.
  func removedContent(of id: ItemID) throws(StoreError) -> ContentKey? {
    let statement = try reader.statement(Self.contentSQL)
    statement.bind(1, id)
    defer { statement.reset() }
    return try statement.step() ? statement.integerOrNil(0).map { ContentKey(rawValue: $0) } : nil
  }

  private static let oldestSQL = SQLText(
    "SELECT \(RemovedDocument.columns) FROM removed_documents WHERE (time, item) > (?, ?) ORDER BY time, item LIMIT ?")

  /// What was removed, the oldest first.
  func oldestRemoved(after last: RemovedDocument? = nil, limit: Int) throws(StoreError) -> [RemovedDocument] {
    let statement = try reader.statement(Self.oldestSQL)
    statement.bind(1, last.map { $0.removed.rawValue / 1000 } ?? .min)
    statement.bind(2, last?.item ?? .none)
    statement.bind(3, Int64(limit))
    return try removed(statement)
  }

  private func removed(_ statement: StoreStatement) throws(StoreError) -> [RemovedDocument] {
    defer { statement.reset() }
    var documents: [RemovedDocument] = []
    while try statement.step() { documents.append(RemovedDocument(statement)) }
    return documents
  }
}
