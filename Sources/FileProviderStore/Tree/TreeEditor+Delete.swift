import FileProviderSQLite

extension TreeEditor {
  /// Deletes an item for good. A folder must be empty.
  ///
  /// - Throws: `noSuchItem`; `notEmpty`; `invalidMove` for a fixed container; `unlisted` or `notPermitted`.
  package func delete(_ id: ItemID) throws(StoreError) { try delete(try transaction.record(id)) }

  /// The same for an item that was found in a folder before this transaction: the deletion is meant for that place. An item moved elsewhere since, to
  /// the trash for instance, may contain items that the caller has not seen.
  ///
  /// - Throws: `noSuchItem` also where it is in another folder by now.
  package func delete(_ id: ItemID, in folder: ItemID) throws(StoreError) { try delete(try record(id, in: folder)) }

  /// The same for an item that was just read in this transaction.
  package func delete(_ record: ItemRecord) throws(StoreError) {
    guard !record.id.isFixed else { throw StoreError(fixed: record.id) }
    try transaction.checkDeleting(record)
    try checkEmpty(record)
    try remove(record)
  }

  /// Deletes an item that another one takes the place of. Whether it may was checked.
  ///
  /// - Parameter heir: The item that gets its name, and may need its contents.
  func delete(_ record: ItemRecord, heir: ItemAttributes) throws(StoreError) {
    try checkEmpty(record)
    try remove(record, contents: .inherited(heir))
  }

  /// Deletes a document whose contents have another owner by now.
  func deleteLeavingContents(_ record: ItemRecord) throws(StoreError) {
    try transaction.checkDeleting(record)
    try remove(record, contents: .left)
  }

  private func checkEmpty(_ record: ItemRecord) throws(StoreError) {
    guard record.attributes.isFolder, try hasChildren(record.id) else { return }
    throw StoreError(.notEmpty, "the folder “\(record.name)” is not empty")
  }

  /// Deletes what is below a folder, leaves first, and then the folder itself, until `limit` items are gone.
  ///
  /// A tree of any size is deleted by calling this, in a transaction each time, until it is done: other writers come in
  /// between.
  ///
  /// - Parameter folder: Where it was found, as with `delete(_:in:)`.
  /// - Returns: Whether everything is gone.
  /// - Throws: As `delete(_:in:)`, for any of them.
  package func deleteTree(_ id: ItemID, in folder: ItemID, limit: Int) throws(StoreError) -> Bool {
    guard !id.isFixed else { throw StoreError(fixed: id) }
    var left = limit
    try transaction.checkDeleting(try record(id, in: folder))
    var stack = [id]
    while let current = stack.last {
      guard left > 0 else { return false }
      if let child = try anyChild(of: current) {
        try transaction.checkDeleting(child)
        if child.attributes.isFolder {
          stack.append(child.id)
        } else {
          try remove(child)
          left -= 1
        }
      } else {
        if current == id { try delete(id) } else { try remove(try transaction.record(current)) }
        stack.removeLast()
        left -= 1
      }
    }
    return true
  }

  private func record(_ id: ItemID, in folder: ItemID) throws(StoreError) -> ItemRecord {
    let record = try transaction.record(id)
    guard record.parent == folder else {
      throw StoreError(.noSuchItem, "“\(record.name)” was moved to another folder meanwhile")
    }
    return record
  }

  private func hasChildren(_ id: ItemID) throws(StoreError) -> Bool { try anyChild(of: id) != nil }

  private static let anyChildSQL = SQLText("SELECT \(StoreReader.columns) FROM items WHERE parent = ? LIMIT 1")

  func anyChild(of id: ItemID) throws(StoreError) -> ItemRecord? {
    let statement = try reader.statement(Self.anyChildSQL)
    statement.bind(1, id)
    defer { statement.reset() }
    return try statement.step() ? ItemRecord(statement) : nil
  }

  /// What becomes of the contents of a document that is deleted.
  private enum ContentsOfDeleted {
    case discarded
    case left
    /// They may be needed by the item that gets the name.
    case inherited(ItemAttributes)
  }

  private func remove(
    _ record: ItemRecord, contents: ContentsOfDeleted = .discarded
  ) throws(StoreError) {
    let item = record.attributes
    let row = try reader.statement(.deleteItem)
    row.bind(1, item.parent)
    row.bind(2, item.id)
    try row.run()
    if item.isFolder {
      try transaction.deleteRows(of: item.id, .deleteMemberFolder)
      transaction.forget(item.id)
    }
    if item.kind == .symlink { try transaction.deleteRows(of: item.id, .deleteTarget) }
    if item.kind.isDevice { try transaction.deleteRows(of: item.id, .deleteDevice) }
    if item.flags.contains(.attributed) { try transaction.deleteRows(of: item.id, .deleteExtendedAttributes) }
    if item.parent == .trash { try transaction.deleteRows(of: item.id, .deleteTrashEntry) }
    if !item.flags.isDisjoint(with: [.member, .suspended]) {
      try transaction.deleteRows(of: item.id, .deleteMembership)
    }
    if try transaction.hasProvider() {
      // The row in `synced` of an item that is deleted here stays until the provider knows of the deletion.
      if transaction.isRemote { try ReplicationEditor(transaction).forgetProvided(item.id) }
      try transaction.deleteRows(of: item.id, .deleteListing)
    }
    if item.flags.contains(.dataless) {
      try transaction.dropPartial(of: item.id)
      try transaction.dropFormer(of: item.id)
    }
    switch contents {
    case .discarded: if let content = item.content { try transaction.discard(content) }
    case .left: break
    case .inherited(let heir): try transaction.inheritContents(of: item, by: heir)
    }
    try transaction.touch(folder: item.parent, subfolders: item.isFolder ? -1 : 0)
    try transaction.append(
      at: transaction.nextGeneration(), .delete, item, beforeName: record.name, previous: item.lastChange,
      membership: item.flags.contains(.member) ? 1 : 0)
  }
}
