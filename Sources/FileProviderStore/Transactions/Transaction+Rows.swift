// The rows of items, as all families of changes write them.
extension Transaction {
  /// - Parameter statement: Deletes an item's rows in one table.
  func deleteRows(of id: ItemID, _ statement: ChangeStatement) throws(StoreError) {
    let statement = try reader.statement(statement)
    statement.bind(1, id)
    try statement.run()
  }

  /// Writes an item's row with a new status-change time, and logs the change.
  @discardableResult
  func update(
    _ item: ItemAttributes, fields: ChangedFields, wasMember: Bool? = nil
  ) throws(StoreError) -> ItemAttributes {
    var item = item
    let previous = item.lastChange
    let isMember = item.flags.contains(.member)
    item.changed = max(time, Timestamp(rawValue: item.changed.rawValue + 1))
    item.lastChange = nextGeneration()
    try store(item)
    try append(
      at: generation, .update, item, fields: fields, previous: previous,
      membership: (wasMember ?? isMember ? 1 : 0) | (isMember ? 2 : 0))
    return item
  }

  /// Writes an item's row without its parent and name, which stay the same.
  func store(_ item: borrowing ItemAttributes) throws(StoreError) {
    let row = try reader.statement(.updateItem)
    row.bind(1, Int64(item.mode))
    row.bind(2, Int64(item.owner))
    row.bind(3, Int64(item.group))
    row.bind(4, item.size)
    row.bind(5, item.modified.rawValue)
    row.bind(6, item.changed.rawValue)
    row.bind(7, item.accessed.rawValue)
    row.bind(8, item.created.rawValue)
    row.bind(9, Int64(item.flags.rawValue))
    row.bind(10, item.content?.rawValue)
    row.bind(11, item.lastChange)
    row.bind(12, item.blocks)
    row.bind(13, item.parent)
    row.bind(14, item.id)
    try row.run()
    forget(item.id)
  }
}
