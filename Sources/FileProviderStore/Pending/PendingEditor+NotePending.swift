// The reader of the log that notes what has to be uploaded. It has an anchor of its own, and reads in the transactions that need to know: so the locally
// changed fields are exact there. Where the log no longer reaches back to the anchor, all items are compared with `synced` instead: `pending` avoids a
// search, and has nothing that a search would not find.
extension PendingEditor {
  static let pushComparison = "push.comparison"

  /// Notes what changed since this was called last. Called at the beginning of a transaction.
  ///
  /// - Parameters:
  ///   - pace: How soon what is noted may be sent.
  ///   - limit: How many changes to look at. Programs wait for the end of the transaction: with a row for each of 128 items it takes some 3 ms.
  /// - Returns: Whether everything is noted; if not, the transaction is to be committed, and another one goes on.
  package func notePending(_ pace: PushPace, limit: Int = 512) throws(StoreError) -> Bool {
    guard let anchor = try ProvidedReader(reader).pushAnchor(), try PendingReader(reader).reachesBack(to: anchor) else {
      return try comparePending(pace, limit: limit)
    }
    let newest = transaction.generation
    guard anchor != newest else { return true }
    let part = try PendingReader(reader).gatherChanges(after: anchor, upTo: newest, limit: limit)
    var uploadable: Set<ItemID> = []
    for changes in part.items { try note(changes, pace, &uploadable) }
    try requeueLocal(in: uploadable, pace)
    try transaction.changeSetting(ProvidedReader.pushAnchor, to: String(part.end.rawValue))
    return part.end == newest
  }

  /// Spares the next one to read the log of this transaction, where the provider alone has changed something in it.
  ///
  /// - Parameter noted: The generation up to which everything is noted.
  func skip(changesAfter noted: Generation) throws(StoreError) {
    guard transaction.generation != noted, transaction.lastOwnChange <= noted else { return }
    try transaction.changeSetting(ProvidedReader.pushAnchor, to: String(transaction.generation.rawValue))
  }

  /// Notes what changed of an item, all of it at once.
  ///
  /// - Parameter released: The folders in which nothing has to stay here any more.
  private func note(
    _ changes: ItemChanges, _ pace: PushPace, _ uploadable: inout Set<ItemID>
  ) throws(StoreError) {
    let id = changes.item
    let isLocal = try changesLocalFields(changes)
    if isLocal { try noteLocalKinds(.owners) }
    // Nothing is uploaded of the root and the trash themselves.
    if id.isFixed { return }
    if let folder = changes.deletedFrom { return try noteDeletion(changes, from: folder, pace) }
    guard changes.kind.isPushable else {
      if changes.isCreated, try reader.item(id) != nil { try noteUnknown(id, changes.kind) }
      return
    }
    var fields = changes.fields
    if changes.hasTimesAlone, try !isTimeSynced(id) { fields.insert(.times) }
    if isLocal {
      if fields.isEmpty, try ProvidedReader(reader).pending(id) == nil {
        return try ReplicationEditor(transaction).keepLocal(id, .owner)
      }
      fields.insert(.owner)
    }
    var mayBeUploadable = changes.fields.contains(.parent)
    // The provider may have excluded it for its name.
    if !mayBeUploadable, changes.fields.contains(.filename) {
      mayBeUploadable = try ProvidedReader(reader).pending(id)?.state == .local
    }
    if changes.kind == .folder, mayBeUploadable, !changes.isCreated, try mayRequeueLocal(id) {
      uploadable.insert(id)
    }
    guard !fields.isEmpty else { return }
    var row = try openPending(changes, pace)
    row.fields.formUnion(fields.union(row.kept))
    row.kept = []
    if row.state == .parked, !changes.fields.isDisjoint(with: [.parent, .filename]),
      try ProvidedReader(reader).provided(id) == nil
    {
      // It was the creation at its former place that was refused.
      (row.oldParent, row.oldName) = (nil, nil)
    }
    try writeNoted(row, at: changes.newest, pace)
  }

  /// Whether a change gave an item an owner, or permissions of others than the owner that do not follow from the owner's: providers hold neither.
  private func changesLocalFields(_ changes: ItemChanges) throws(StoreError) -> Bool {
    guard changes.item.isFixed || changes.kind.isPushable else { return false }
    if changes.ofOwners.contains(.owner) { return true }
    guard changes.ofOwners.contains(.mode), changes.kind != .symlink, let mode = try reader.item(changes.item)?.mode
    else { return false }
    return mode != ChangedFields.mode(ofOwner: mode)
  }

  /// Whether only the date of access differs, which is never sent.
  private func isTimeSynced(_ id: ItemID) throws(StoreError) -> Bool {
    guard let synced = try ProvidedReader(reader).synced(id), let item = try reader.item(id) else { return false }
    return synced.modified == item.modified && synced.created == item.created
  }

  /// Notes that fields of an item differ from what the provider has.
  ///
  /// - Parameter time: In microseconds since 1970.
  func note(
    _ fields: ChangedFields, of id: ItemID, at generation: Generation, _ time: Int64, _ pace: PushPace
  ) throws(StoreError) {
    var row = try openPending(ItemChanges(of: id, at: generation, time), pace)
    row.fields.formUnion(fields.union(row.kept))
    row.kept = []
    try writeNoted(row, at: generation, pace)
  }

  /// Notes that an item is gone, if the provider knows it or may come to know it. Of one that came and went since the log was read last nothing is
  /// ever noted.
  ///
  /// - Parameter parent: The folder that it was deleted from, the trash included; `nil` where that is not known any more.
  func noteDeletion(_ changes: ItemChanges, from parent: ItemID?, _ pace: PushPace) throws(StoreError) {
    let id = changes.item
    let isUnderWay = try ProvidedReader(reader).pending(id)?.state == .calling
    let isKnown = try ProvidedReader(reader).provided(id) != nil
    let isUnconfirmed = try ProvidedReader(reader).isBeingCreated(id)
    guard isUnderWay || isKnown || isUnconfirmed else { return try ReplicationEditor(transaction).forgetPending(id) }
    var row = try openPending(changes, pace)
    row.fields = []
    row.kept = []
    // Whoever deletes it elsewhere has not seen all that is in it, wherever it is at the provider: it may be in the trash there only later, or still.
    if parent == .trash, try ProvidedReader(reader).synced(id)?.parent == .trash { row.options.insert(.isEmptied) }
    try writeNoted(row, at: changes.newest, pace)
  }

  private func openPending(_ changes: ItemChanges, _ pace: PushPace) throws(StoreError) -> PendingRow {
    let id = changes.item
    if let known = try ProvidedReader(reader).pending(id) { return known }
    var row = PendingRow(item: id, at: changes.first, since: changes.time, noted: pace.moment(of: changes.first))
    let synced = try ProvidedReader(reader).synced(id)
    row.oldParent = synced?.parent
    row.oldName = synced?.name
    return row
  }

  private func writeNoted(_ row: PendingRow, at generation: Generation, _ pace: PushPace) throws(StoreError) {
    var row = row
    row.newest = max(row.newest, generation)
    row.options.remove(.isRefused)
    if row.state != .calling {
      let changed = pace.moment(of: row.newest)
      if row.noted > changed { row.noted = changed }
      row.state = .later
      let (due, refused) = (pace.due(since: row.noted, now: changed), row.due)
      row.due = due
      if row.options.remove(.isRenamed) != nil {
        row.due = max(due, refused)
      } else {
        row.attempts = 0
        row.clearError()
      }
    }
    try ReplicationEditor(transaction).write(row)
    if try isLocalInRescued(row) { try ReplicationEditor(transaction).keepLocal(row.item) }
  }

  /// Whether an item is in the folder of what was rescued, and the provider neither has it nor may be creating it: such an item is never uploaded.
  private func isLocalInRescued(_ row: PendingRow) throws(StoreError) -> Bool {
    guard row.state != .calling, !row.isStale, try RescueReader(reader).isRescued(row.item) else { return false }
    return try ProvidedReader(reader).provided(row.item) == nil
  }
}
