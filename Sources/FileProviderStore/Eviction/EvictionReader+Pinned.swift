import FileProviderSQLite

extension EvictionReader {
  private static let pinnedSQL = SQLText(
    """
    SELECT \(LogReader.qualified(StoreReader.columns, "i")) FROM members m CROSS JOIN items i ON i.id = m.item
    WHERE m.pinned <> 0 AND m.item > ? ORDER BY m.item LIMIT ?
    """)

  /// The pinned items with greater numbers than `key`.
  package func pinnedItems(after key: ItemID, limit: Int) throws(StoreError) -> [ItemAttributes] {
    try reader.items(Self.pinnedSQL, after: key, limit: limit)
  }
}
