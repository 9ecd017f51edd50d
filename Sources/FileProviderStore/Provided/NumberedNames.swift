import FileProviderSQLite

// The items that do not have their own name in a folder; see `RescueEditor.noteName`.
extension ProvidedReader {
  func isNumbered(_ id: ItemID, in parent: ItemID) throws(StoreError) -> Bool {
    try reader.findsRow("SELECT 1 FROM numbered_names WHERE parent = ? AND item = ?", parent.rawValue, id.rawValue)
  }

  /// The folders in which items do not have their own names; of very many, some.
  package func foldersOfRenamedItems() throws(StoreError) -> Set<ItemID> {
    // So many items are looked at with each pull.
    let statement = try reader.statement(
      "SELECT DISTINCT parent FROM (SELECT parent FROM numbered_names ORDER BY parent, item LIMIT 1000)")
    defer { statement.reset() }
    var folders: Set<ItemID> = []
    while try statement.step() { folders.insert(ItemID(rawValue: statement.integer(0))) }
    return folders
  }

  /// The items in a folder that do not have their own name; of very many, some.
  func renamedItems(in parent: ItemID) throws(StoreError) -> [ItemID] {
    let statement = try reader.statement("SELECT item FROM numbered_names WHERE parent = ? ORDER BY item LIMIT 1000")
    statement.bind(1, parent)
    return try reader.numbers(statement)
  }
}
