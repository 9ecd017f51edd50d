import FileProviderSQLite

extension StoreReader {
  private static let documentsSQL = SQLText(
    "SELECT \(columns) FROM items WHERE id > ? AND kind = 1 ORDER BY id LIMIT ?")

  /// Files in the order of their numbers.
  func documents(after key: ItemID, limit: Int) throws(StoreError) -> [ItemAttributes] {
    try items(Self.documentsSQL, after: key, limit: limit)
  }

  /// The next items of a walk in the order of their numbers.
  ///
  /// - Parameter sql: Takes the last number of the walk so far, and how many items it gives at most.
  func items(_ sql: SQLText, after key: ItemID, limit: Int) throws(StoreError) -> [ItemAttributes] {
    let statement = try statement(sql)
    statement.bind(1, key)
    statement.bind(2, Int64(limit))
    defer { statement.reset() }
    var items: [ItemAttributes] = []
    while try statement.step() { items.append(ItemAttributes(statement)) }
    return items
  }

  package func itemNumbers(after key: ItemID, limit: Int) throws(StoreError) -> [ItemID] {
    try itemNumbers(
      statement("SELECT id FROM items INDEXED BY items_by_id WHERE id > ? ORDER BY id LIMIT ?"),
      after: max(key, .lastFixed), limit)
  }

  func itemNumbers(_ statement: StoreStatement, after key: ItemID, _ limit: Int) throws(StoreError) -> [ItemID] {
    statement.bind(1, key)
    statement.bind(2, Int64(limit))
    return try numbers(statement)
  }
}
