import FileProviderSQLite

extension StoreReader {
  private static let pinnedSQL = SQLText(
    """
    SELECT \(qualified(columns, "i")) FROM members m CROSS JOIN items i ON i.id = m.item
    WHERE m.pinned <> 0 AND m.item > ? ORDER BY m.item LIMIT ?
    """)

  /// The pinned items with greater numbers than `key`.
  package func pinnedItems(after key: ItemID, limit: Int) throws(StoreError) -> [ItemAttributes] {
    try items(Self.pinnedSQL, after: key, limit: limit)
  }
}
