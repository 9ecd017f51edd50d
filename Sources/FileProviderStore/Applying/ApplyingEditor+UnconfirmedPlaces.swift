// A place that the provider was asked to put an item, and has not answered for: what it reports there meanwhile may be that item.
extension ApplyingEditor {
  /// Finds the item that the provider may mean by an unknown identifier, since it was asked to put it there. That is known after the
  /// answer, or after it was asked again; until then the report is deferred.
  func deferItem(_ item: ProvidedItem, in parent: ItemID) throws(StoreError) -> ItemID? {
    let place = SentPlace(parent: parent, name: FileName(providing: item.filename))
    for id in try ReplicationReader(reader).itemsSent(to: place) {
      guard var row = try ProvidedReader(reader).pending(id), try ProvidedReader(reader).synced(id)?.kind == item.kind
      else { continue }
      let held = try reader.statement(.holdBack)
      held.bind(1, id)
      held.bind(2, item.identifier)
      try held.run()
      // If it is another one after all, no listing that is under way would report it any more.
      try ReplicationEditor(transaction).markStale(for: item.identifier)
      if row.state != .calling {
        row.isStale = true
        if row.state != .parked { (row.state, row.due) = (.later, PushPace.now) }
        try ReplicationEditor(transaction).write(row)
      }
      return id
    }
    return nil
  }

  /// Whether what is reported gone may only have another identifier now. The folder that it was in is listed again then.
  package func isRemovalUnconfirmed(of id: ItemID) throws(StoreError) -> Bool {
    guard try ReplicationReader(reader).isIdentifierUnconfirmed(id) else { return false }
    if let parent = try ProvidedReader(reader).synced(id)?.parent {
      try ReplicationEditor(transaction).expireListing(of: parent)
    }
    return true
  }

  /// Gives an item the identifier under which it was found where the provider was asked to put it. The provider is asked for it again before anything
  /// of it is uploaded.
  ///
  /// - Parameter hasVersion: Whether it is of the version that is synced. If not, nothing is known of the contents that the provider has, and none
  ///   here count as synced.
  /// - Returns: False where the identifier is another item's.
  package func resolve(
    _ id: ItemID, as item: ProvidedItem, in place: SentPlace, hasVersion: Bool
  ) throws(StoreError) -> Bool {
    guard var known = try ProvidedReader(reader).provided(id), try freeIdentifier(item.identifier, for: id) else {
      return false
    }
    let isOther = !known.identifier.isIdentical(to: item.identifier)
    // What was reported of the former one meanwhile may be of another item that has it now.
    if isOther { try ReplicationEditor(transaction).markStale(for: known.identifier) }
    known.identifier = item.identifier
    known.filename = item.filename
    if !hasVersion { known.contentVersion = nil }
    try ReplicationEditor(transaction).write(known)
    if var synced = try ProvidedReader(reader).synced(id) {
      (synced.parent, synced.name) = (place.parent, place.name)
      try ReplicationEditor(transaction).write(synced)
      if isOther, synced.kind == .folder { try renumber(id) }
    }
    try ReplicationEditor(transaction).endCalls(on: id, identifier: item.identifier)
    try ReplicationEditor(transaction).notePlace(of: id)
    guard var row = try ProvidedReader(reader).pending(id) else {
      try ReplicationEditor(transaction).markStale(for: item.identifier)
      return true
    }
    row.isStale = try reader.item(id) != nil
    row.fields.formUnion(row.sent)
    row.sent = []
    row.clearError()
    (row.state, row.due) = (.ready, 0)
    try ReplicationEditor(transaction).write(row)
    return true
  }
}
