import FileProviderSQLite

extension EvictionReader {
  /// How many bytes of contents a domain keeps that its provider has, too; `nil` for all.
  package func cacheLimit() throws(StoreError) -> Int64? {
    try reader.setting(EvictionEditor.cacheLimit).flatMap { Int64($0) }
  }

  /// Documents whose contents are here and at the provider, with greater numbers than `key`.
  func hydratedDocuments(after key: ItemID, limit: Int) throws(StoreError) -> [(id: ItemID, content: ContentKey)] {
    let statement = try reader.statement(Self.hydratedSQL)
    statement.bind(1, key)
    statement.bind(2, Int64(limit))
    defer { statement.reset() }
    var documents: [(id: ItemID, content: ContentKey)] = []
    while try statement.step() {
      documents.append((ItemID(rawValue: statement.integer(0)), ContentKey(rawValue: statement.integer(1))))
    }
    return documents
  }

  private static let hydratedSQL = SQLText(
    """
    SELECT p.item, coalesce(i.content, c.content, f.content) AS kept FROM synced p CROSS JOIN items i ON i.id = p.item
      LEFT JOIN partial_contents c ON c.item = p.item LEFT JOIN former_contents f ON f.item = p.item
    WHERE p.item > ? AND kept IS NOT NULL ORDER BY p.item LIMIT ?
    """)
}

extension EvictionEditor {
  fileprivate static let cacheLimit = "cache-limit"

  /// Bounds the contents that a domain keeps and its provider has, too. Contents are dropped by `CacheLimiter`, and not here.
  ///
  /// - Parameter bytes: `nil` for no bound.
  package func setCacheLimit(_ bytes: Int64?) throws(StoreError) {
    try transaction.changeSetting(Self.cacheLimit, to: bytes.map { String($0) })
  }
}
