extension ReplicationEditor {
  /// Notes what a provider reported of an item as synced. What it does not mention stays as it was synced, or else as it is here.
  ///
  /// - Parameters:
  ///   - item: What the provider reported.
  ///   - id: The item.
  ///   - parent: The folder that the provider has it in.
  func noteSynced(_ item: ProvidedItem, of id: ItemID, in parent: ItemID) throws(StoreError) {
    let record = try transaction.record(id)
    let known = try ProvidedReader(reader).synced(id)
    var row = if let known { known } else { try SyncedFields(record, reader) }
    row.generation = record.attributes.lastChange
    row.include(item, in: parent)
    if row != known { try write(row) }
    try noteListed(id, among: parent)
  }

  /// Notes what a provider reported of an item that is deleted here.
  func noteSyncedOfDeleted(_ item: ProvidedItem, of id: ItemID, in parent: ItemID) throws(StoreError) {
    guard var row = try ProvidedReader(reader).synced(id) else { return }
    row.include(item, in: parent)
    try write(row)
  }

  /// Transfers the identity that one item has at the provider to another one, which the provider does not have: the save of a document by rename.
  ///
  /// Called before the first of them is deleted. What was pending of the first is pending of the second then, with all that differs between
  /// the second and what is synced.
  ///
  /// - Parameters:
  ///   - old: The document that is replaced.
  ///   - new: The document that takes its name.
  /// - Returns: False if the provider does not have the first, if it has the second or is just being sent it, or if they are not both documents.
  @discardableResult
  package func transferIdentity(from old: ItemID, to new: ItemID) throws(StoreError) -> Bool {
    guard try transaction.hasProvider(), try ProvidedReader(reader).provided(old) != nil,
      try ProvidedReader(reader).provided(new) == nil,
      try transaction.item(old).kind == .file, try transaction.item(new).kind == .file
    else { return false }
    let pending = try ProvidedReader(reader).pending(new)
    guard pending?.sent.isEmpty ?? true, try !ProvidedReader(reader).isBeingCreated(new) else { return false }
    // A creation that was refused: it is not tried any more.
    try endSentCreation(of: new)
    try transferSentContents(from: old, to: new)
    for statement in [
      ChangeStatement.transferSynced, .transferContentPolicy, .transferPending, .transferCalls, .transferHeld,
    ] {
      let row = try reader.statement(statement)
      row.bind(1, old)
      row.bind(2, new)
      try row.run()
    }
    if let folder = try reader.item(old)?.parent { try noteListed(new, among: folder) }
    // The row of the one that is replaced may have taken the place of this.
    if let pending { try include(pending) }
    return true
  }

  /// Adds what is pending in one row to what is pending of the item already.
  private func include(_ pending: PendingRow) throws(StoreError) {
    var row = try ProvidedReader(reader).pending(pending.item) ?? pending
    // What was local is the provider's document now: it may differ in anything.
    let wasLocal = pending.state == .local
    row.fields.formUnion(wasLocal ? .pushable : pending.fields)
    if wasLocal { row.kept.formIntersection(.owner) }
    row.newest = max(row.newest, pending.newest)
    if row.state != .calling {
      row.state = wasLocal ? .ready : pending.state
      row.due = wasLocal ? 0 : pending.due
    }
    let synced = try ProvidedReader(reader).synced(row.item)
    row.oldParent = synced?.parent
    row.oldName = synced?.name
    try write(row)
  }
}

extension SyncedFields {
  /// What a provider reported of an item that was just created for it, without extended attributes and what makes it a member of the working set.
  init(_ item: ProvidedItem, isNew record: ItemRecord, in parent: ItemID) {
    self.init(record)
    extendedAttributes = [:]
    target = item.target
    include(item, in: parent)
  }

  /// Takes over what a provider reported.
  mutating func include(_ item: ProvidedItem, in parent: ItemID) {
    self.parent = parent
    name = FileName(providing: item.filename)
    kind = item.kind
    if let mode = item.mode { self.mode = mode }
    if let modified = item.modified { self.modified = modified }
    if let created = item.created { self.created = created }
    if let size = item.size { self.size = size }
    if let lastUsed = item.lastUsed { self.lastUsed = lastUsed }
    if let tags = item.tags { self.tags = tags }
    if let favoriteRank = item.favoriteRank { self.favoriteRank = favoriteRank }
    if let attributes = item.extendedAttributes { extendedAttributes = attributes }
    if let target = item.reportedTarget { self.target = target }
  }
}
