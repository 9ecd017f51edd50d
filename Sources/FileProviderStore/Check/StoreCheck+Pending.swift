extension StoreCheck {
  /// Checks that whatever differs from what the provider has waits for it: nothing else would ever upload it. Not looked at are changes that are still to be
  /// noted, contents of documents, of which no row says whether they are those that the provider has, and dates and names, which may differ because the
  /// provider rounds the former, and another item has the latter here.
  func checkPending() throws(StoreError) {
    let anchor = try store.readCommitted { (reader) throws(StoreError) -> Generation? in
      guard try reader.setting("provider") != nil, let anchor = try ProvidedReader(reader).pushAnchor() else {
        return nil
      }
      return try PendingReader(reader).reachesBack(to: anchor) ? anchor : nil
    }
    guard let anchor else { return }
    var key = ItemID.none
    while true {
      let candidates = try store.readCommitted { (reader) throws(StoreError) in
        try CheckReader(reader).changedSinceSynced(upTo: anchor, after: key, limit: 512)
      }
      guard let last = candidates.last else { return }
      key = last
      for id in candidates { try checkPending(id, anchor) }
    }
  }

  private func checkPending(_ id: ItemID, _ anchor: Generation) throws(StoreError) {
    let fields = try store.readCommitted { (reader) throws(StoreError) in
      try CheckReader(reader).unnotedDifferences(of: id, upTo: anchor)
    }
    if fields.isEmpty { return }
    if repairs {
      try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
        let fields = try CheckReader(transaction.reader).unnotedDifferences(of: id, upTo: anchor)
        guard !fields.isEmpty, let item = try transaction.reader.item(id) else { return }
        try PendingEditor(transaction).note(
          fields, of: id, at: item.lastChange, transaction.time.rawValue / 1000, .standard)
      }
    }
    let problem =
      fields == .pushable
      ? "not at the provider, and not queued for upload"
      : "differs from the provider's in \(fields.words.joined(separator: ", ")), and not queued for upload"
    try reportItem(problem, id, repairs ? .repaired : .left)
  }
}

/// Reads what `check` compares.
struct CheckReader {
  let reader: StoreReader

  init(_ reader: StoreReader) { self.reader = reader }

  /// Items that do not wait and have changed since both sides were last in sync, as far as that is noted, with greater numbers than `key`.
  fileprivate func changedSinceSynced(
    upTo anchor: Generation, after key: ItemID, limit: Int
  ) throws(StoreError) -> [ItemID] {
    let statement = try reader.statement(
      """
      SELECT i.id FROM items i INDEXED BY items_by_id LEFT JOIN synced s ON s.item = i.id
      WHERE i.id > ?1 AND i.changed <= ?2 AND (s.generation IS NULL OR i.changed > s.generation)
        AND NOT EXISTS (SELECT 1 FROM pending WHERE item = i.id)
      ORDER BY i.id LIMIT ?3
      """)
    statement.bind(1, max(key, .lastFixed))
    statement.bind(2, anchor)
    statement.bind(3, Int64(limit))
    return try reader.numbers(statement)
  }

  /// In which fields an item differs from what the provider has although it does not wait; all of them where the provider does not have it.
  fileprivate func unnotedDifferences(of id: ItemID, upTo anchor: Generation) throws(StoreError) -> ChangedFields {
    guard let record = try reader.record(id), record.kind.isPushable, record.attributes.lastChange <= anchor,
      try ProvidedReader(reader).pending(id) == nil
    else { return [] }
    // Where an earlier version, or damage, has left no more than the identifier, nothing can be compared.
    guard let synced = try ProvidedReader(reader).synced(id) else {
      return try ProvidedReader(reader).provided(id) == nil ? .pushable : []
    }
    var fields: ChangedFields = [.parent, .mode, .tags, .favorite, .lastUsed]
    if record.kind == .symlink { fields.insert(.contents) }
    if synced.extendedAttributes != nil { fields.insert(.xattrs) }
    return try ProvidedReader(reader).differences(record, synced, among: fields)
  }
}
