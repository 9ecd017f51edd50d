// A call that sent contents and was not answered may have happened, and two people may write the same. If the provider has other contents than before then,
// they may be ours, and no conflict: they are compared.
extension PushEditor {
  /// What the provider turns out to have of a document's contents.
  package enum FoundContents: Sendable {
    /// What the document had when they were compared.
    case present
    /// What was sent.
    case sent
    /// Others, and what the document had in a copy after that conflict.
    case copied
    /// Others.
    case other
  }

  /// Notes what the comparison of a document's contents with the provider's has shown.
  ///
  /// - Parameters:
  ///   - item: What the provider said.
  ///   - key: The contents that were compared.
  ///   - changed: The document's last change when they were.
  /// - Returns: False where a program has saved another document over it while they were compared: then nothing is known of that one.
  package func endUnconfirmed(
    of id: ItemID, _ item: ProvidedItem, _ key: ContentKey?, changed: Generation, _ found: FoundContents
  ) throws(StoreError) -> Bool {
    guard var row = try ProvidedReader(reader).pending(id), var said = try ProvidedReader(reader).provided(id) else {
      return false
    }
    row.options.remove(.mayAlreadyExist)
    let now = try reader.item(id)
    let isUnchanged = now?.content == key && now?.lastChange == changed
    switch found {
    case .present, .sent:
      said.contentVersion = item.contentVersion
      try ReplicationEditor(transaction).keep(said)
      if var synced = try ProvidedReader(reader).synced(id) {
        if let size = item.size { synced.size = size }
        if let modified = item.modified { synced.modified = modified }
        try ReplicationEditor(transaction).keep(synced)
      }
      if found == .present, isUnchanged { row.fields.remove(.contents) }
      try ReplicationEditor(transaction).keep(row)
    case .copied where isUnchanged:
      try ReplicationEditor(transaction).keep(row)
      if let now { try endConflict(item, over: said, now) }
    case .copied, .other:
      // Of the version that was known before nothing was compared.
      if isUnchanged, item.contentVersion == nil || item.contentVersion != said.contentVersion {
        row.options.insert(.isCompared)
      }
      try ReplicationEditor(transaction).keep(row)
    }
    return true
  }

  /// Gives up contents for the provider's that it has in a copy as well.
  private func endConflict(_ item: ProvidedItem, over said: ProvidedRow, _ now: ItemAttributes) throws(StoreError) {
    let synced = try ProvidedReader(reader).synced(now.id)
    guard item.hasOtherContents(than: said, synced, now), try !ContentReader(reader).isWritten(now.id) else { return }
    try ReplicationEditor(transaction).forgetFields([.contents, .times], of: now.id)
    try transaction.setContents(nil, size: item.size ?? now.size, dataless: true, of: now.id)
  }
}
