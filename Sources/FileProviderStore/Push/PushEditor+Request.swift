import FileProviderSQLite

extension PushEditor {
  /// Prepares a call that sends fields of an item although they do not differ.
  ///
  /// - Parameter id: An item that the provider has, and of which nothing is pending.
  /// - Returns: `nil` where there is nothing to send.
  package func requestPush(
    of fields: ChangedFields, of id: ItemID, _ pace: PushPace
  ) throws(StoreError) -> PushCall? {
    let fields = fields.intersection(.pushable)
    guard !fields.isEmpty else { return nil }
    try PendingEditor(transaction).note(
      fields, of: id, at: transaction.generation, transaction.time.rawValue / 1000, pace)
    return try beginCall(.modify, of: id, fields: fields)
  }

  /// Lets things be put into the root of a new domain before it was listed. It is listed later, as if something had been missed.
  package func openRoot() throws(StoreError) {
    try ReplicationEditor(transaction).beginListing(of: .root)
    try ReplicationEditor(transaction).finishListing(of: .root, since: transaction.generation)
    try ReplicationEditor(transaction).expireListing(of: .root)
  }

  /// Marks the listed folders from one on downwards to be listed again.
  package func expireAllListings(below id: ItemID) throws(StoreError) {
    try ReplicationEditor(transaction).expireListing(of: id)
    var folders = [id]
    while let folder = folders.popLast() {
      var found: [ItemID] = []
      try reader.forEachChild(of: folder, after: .none) { item, _ in
        if item.isFolder { found.append(item.id) }
        return true
      }
      for child in found { try ReplicationEditor(transaction).expireListing(of: child) }
      folders += found
    }
  }
}

extension PushReader {
  private static let changedBeforeSQL = SQLText(
    "SELECT \(PendingRow.columns) FROM pending WHERE state <> 4 AND first <= ?")

  /// What is pending, and was so at a generation, as far as it was noted.
  package func pendingRows(
    upTo generation: Generation, where concerns: (PendingRow, StoreReader) throws(StoreError) -> Bool
  ) throws(StoreError) -> [PendingRow] {
    let statement = try reader.statement(Self.changedBeforeSQL)
    statement.bind(1, generation)
    var rows: [PendingRow] = []
    while try statement.step() { rows.append(PendingRow(statement)) }
    statement.reset()
    var found: [PendingRow] = []
    for row in rows where try concerns(row, reader) { found.append(row) }
    return found
  }

  /// Whether an item is in a folder, however deep, or is it; here, or in that at the provider.
  package func isItem(
    _ id: ItemID, orItsFolderAtTheProvider other: ItemID?, below folder: ItemID
  ) throws(StoreError) -> Bool {
    for start in [id, other].compactMap({ $0 }) {
      var next = start
      while true {
        if next == folder { return true }
        guard !next.isFixed, let place = try reader.place(of: next) else { break }
        next = place.parent
      }
    }
    return false
  }
}
