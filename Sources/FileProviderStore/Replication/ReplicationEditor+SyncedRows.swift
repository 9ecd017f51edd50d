// The rows of `synced`, of which each has two parts: `ProvidedRow` and `SyncedFields`.
extension ReplicationEditor {
  /// Writes the row, unless it is the same already.
  ///
  /// - Throws: `exists` when another item has the identifier.
  func write(_ row: ProvidedRow) throws(StoreError) {
    if let known = try ProvidedReader(reader).provided(row.item), known.isIdentical(to: row) { return }
    let statement = try reader.statement(.putSynced)
    row.bind(to: statement)
    try statement.run()
    // It may be the first of a folder.
    try replanItems(in: row.item)
  }

  /// Writes the fields into the row of an item, which has its identifier there already.
  func write(_ fields: SyncedFields) throws(StoreError) {
    let statement = try reader.statement(.setSyncedFields)
    fields.bind(to: statement, after: 0)
    defer { statement.reset() }
    guard try statement.step() else {
      throw StoreError(.damaged, "item \(fields.item) has no row in the table “synced”")
    }
  }

  /// Writes the row of an item that was just found at the provider.
  ///
  /// - Throws: `exists` when another item has the identifier.
  func insert(_ row: ProvidedRow, _ fields: SyncedFields) throws(StoreError) {
    let statement = try reader.statement(.insertSynced)
    row.bind(to: statement)
    fields.bind(to: statement, after: ProvidedRow.columnCount - 1)
    try statement.run()
  }

  /// Forgets all that the provider reported of an item, and what is pending of it.
  package func forgetProvided(_ id: ItemID) throws(StoreError) {
    try endCalls(on: id)
    try forgetRenumbering(of: id)
    try transaction.deleteRows(of: id, .deleteSynced)
    try transaction.deleteRows(of: id, .deleteContentPolicy)
    try transaction.deleteRows(of: id, .deletePending)
    try replanItems(in: id)
    try transaction.deleteRows(of: id, .release)
  }
}
