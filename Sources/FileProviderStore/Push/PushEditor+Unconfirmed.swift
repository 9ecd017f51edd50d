// A call that sent contents and was not answered may have happened, and two users may write the same. If the provider has other contents than before then,
// they may be ours, and no conflict: they are compared.
extension PushEditor {
  /// The result of comparing a document's contents with the provider's.
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

  /// What became of a call that was not answered.
  package enum Ending: Sendable {
    case isEnded
    /// A program has saved another document over it while they were compared: nothing is known of that one.
    case isReplaced
    /// Ours would go, and a program has the document open: it is asked for again when nobody has.
    case isPutOff
  }

  /// Notes what the comparison of a document's contents with the provider's has shown.
  ///
  /// - Parameters:
  ///   - item: What the provider reported.
  ///   - key: The contents that were compared.
  ///   - changed: The document's last change when they were.
  package func endUnconfirmed(
    of id: ItemID, _ item: ProvidedItem, _ key: ContentKey?, changed: Generation, _ found: FoundContents
  ) throws(StoreError) -> Ending {
    guard var row = try ProvidedReader(reader).pending(id), var known = try ProvidedReader(reader).provided(id) else {
      return .isReplaced
    }
    let now = try reader.item(id)
    let isUnchanged = now?.content == key && now?.lastChange == changed
    if found == .copied, isUnchanged, try transaction.areContentsOpen(of: id) {
      (row.state, row.due, row.isStale) = (.later, PushPace.now + PushPace.nanoseconds(.seconds(10)), true)
      row.options.insert(.waitsForReaders)
      try ReplicationEditor(transaction).write(row)
      return .isPutOff
    }
    row.options.remove(.mayAlreadyExist)
    switch found {
    case .present, .sent:
      known.contentVersion = item.contentVersion
      try ReplicationEditor(transaction).write(known)
      if var synced = try ProvidedReader(reader).synced(id) {
        if let size = item.size { synced.size = size }
        if let modified = item.modified { synced.modified = modified }
        try ReplicationEditor(transaction).write(synced)
      }
      if found == .present, isUnchanged {
        row.fields.remove(.contents)
        // Two users have written the same: the date that is synced now is the provider's.
        if let modified = item.modified, !row.dirty.contains(.times) {
          var changes = AttributeChanges()
          changes.modified = modified
          try transaction.setAttributes(changes, of: id)
        }
      }
      try ReplicationEditor(transaction).write(row)
    case .copied where isUnchanged:
      try ReplicationEditor(transaction).write(row)
      if let now { try endConflict(item, over: known, now) }
    case .copied, .other:
      // Of the version that was known before nothing was compared.
      if isUnchanged, item.contentVersion == nil || item.contentVersion != known.contentVersion {
        row.options.insert(.isCompared)
      }
      try ReplicationEditor(transaction).write(row)
    }
    return .isEnded
  }

  /// Gives up contents for the provider's that it has in a copy as well.
  private func endConflict(_ item: ProvidedItem, over known: ProvidedRow, _ now: ItemAttributes) throws(StoreError) {
    let synced = try ProvidedReader(reader).synced(now.id)
    guard item.hasOtherContents(than: known, synced, now), try !ContentReader(reader).isWritten(now.id),
      try transaction.isUnused(now.content, of: now.id)
    else { return }
    try ReplicationEditor(transaction).forgetFields([.contents, .times], of: now.id)
    try transaction.setContents(nil, size: item.size ?? now.size, dataless: true, of: now.id)
  }
}
