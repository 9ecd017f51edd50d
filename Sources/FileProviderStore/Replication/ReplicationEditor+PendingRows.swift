// The rows of `pending`: they are written and forgotten here alone.
extension ReplicationEditor {
  /// Writes the row, unless it is the same already.
  package func write(_ row: PendingRow) throws(StoreError) {
    var row = row
    if row.oldParent == nil, let synced = try ProvidedReader(reader).synced(row.item) {
      (row.oldParent, row.oldName) = (synced.parent, synced.name)
    }
    let former = try ProvidedReader(reader).pending(row.item)
    if former == row { return }
    if let former, row.concernsItems(since: former) { try replanItems(in: row.item) }
    // Nothing asks any more what became of them.
    if row.state == .local { try endCalls(on: row.item) }
    transaction.memory.isAnythingPending = true
    let statement = try reader.statement(.putPending)
    statement.bind(1, row.item)
    statement.bind(2, Int64(row.fields.rawValue))
    statement.bind(3, Int64(row.sent.rawValue))
    statement.bind(4, Int64(row.kept.rawValue))
    statement.bind(5, row.state.rawValue)
    statement.bind(6, row.options.rawValue)
    statement.bind(7, row.isStale ? 1 : 0)
    statement.bind(8, row.first)
    statement.bind(9, row.newest)
    statement.bind(10, row.since)
    statement.bind(11, row.noted)
    statement.bind(12, row.due)
    statement.bind(13, row.attempts)
    statement.bind(14, row.oldParent?.rawValue)
    statement.bind(15, row.oldName)
    statement.bind(16, row.errorDomain)
    statement.bind(17, row.errorCode)
    statement.bind(18, row.errorText)
    statement.bind(19, row.waitsFor?.rawValue)
    try statement.run()
  }

  /// Forgets what is pending of an item: it is acknowledged, or never sent.
  package func forgetPending(_ id: ItemID) throws(StoreError) {
    try endCalls(on: id)
    try transaction.deleteRows(of: id, .deletePending)
    try replanItems(in: id)
  }

  /// Has the items planned again that wait for a folder: its state has changed.
  func replanItems(in folder: ItemID) throws(StoreError) {
    guard try isAnythingPending(), try ProvidedReader(reader).isAnythingWaiting(for: folder) else { return }
    let statement = try reader.statement(.releaseFromFolder)
    statement.bind(1, folder)
    try statement.run()
  }

  /// Notes that an item stays on this machine.
  ///
  /// - Parameter kept: What of it; `nil` for all that is pending.
  package func keepLocal(_ id: ItemID, _ kept: ChangedFields? = nil) throws(StoreError) {
    var row =
      try ProvidedReader(reader).pending(id)
      ?? PendingRow(item: id, at: transaction.generation, since: transaction.time.rawValue / 1000, noted: PushPace.now)
    row.kept = kept ?? row.dirty
    (row.fields, row.sent) = ([], [])
    (row.state, row.isStale) = (.local, false)
    row.clearError()
    // It has no place at the provider that anything could wait for.
    if try ProvidedReader(reader).provided(id) == nil { (row.oldParent, row.oldName) = (nil, nil) }
    try write(row)
  }

  /// Updates the pending row with the item's place at the provider.
  func notePlace(of id: ItemID) throws(StoreError) {
    guard var pending = try ProvidedReader(reader).pending(id), let synced = try ProvidedReader(reader).synced(id)
    else { return }
    pending.oldParent = synced.parent
    pending.oldName = synced.name
    try write(pending)
  }

  /// Notes that some fields are not pending any more.
  func forgetFields(_ fields: ChangedFields, of id: ItemID) throws(StoreError) {
    guard var pending = try ProvidedReader(reader).pending(id) else { return }
    pending.fields.subtract(fields)
    pending.sent.subtract(fields)
    pending.kept.subtract(fields)
    if fields.contains(.contents) { pending.options.remove(.isCompared) }
    try write(pending)
  }
}
