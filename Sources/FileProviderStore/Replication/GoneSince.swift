import FileProviderSQLite

// What is new at the provider since something is gone there. An item that is new here need not be: a program may have looked for the first time into a
// folder that was there all along, or have made it itself.
extension ReplicationReader {
  /// The generation at which all had last been seen to be in its place.
  fileprivate static let allSeen = "pull.seen"
  /// The generation at which the changes had been pulled before that look.
  fileprivate static let pulled = "pull.pulled"
  /// The same two, as they were when the first of all that is noted as gone was reported.
  fileprivate static let since = "held.since"
  fileprivate static let pulledBefore = "held.pulled"
  /// Marks the transaction that has noted the newest.
  fileprivate static let newest = "held.newest"

  /// Of one that is made again nothing is synced any more (`isRestored`).
  private static let olderSiblingSQL = SQLText(
    """
    SELECT 1 FROM items i WHERE i.parent = ? AND i.id <= ?
      AND (EXISTS (SELECT 1 FROM synced WHERE item = i.id)
        OR EXISTS (SELECT 1 FROM pending WHERE item = i.id AND options & \(PendingRow.Options.isRestored.rawValue) != 0))
    LIMIT 1
    """)
  private static let madeHereSQL = SQLText(
    """
    SELECT 1 FROM log l CROSS JOIN authors a ON a.id = l.author WHERE l.generation = ? AND a.name <> ?
    """)

  private static let successorSQL = SQLText("SELECT 1 FROM successors WHERE identifier = ?")

  /// When all was last seen to be in its place, and when the changes had been pulled before that.
  package func lastAllSeen() throws(StoreError) -> (seen: Generation?, pulled: Generation?) {
    (try noted(Self.allSeen), try noted(Self.pulled))
  }

  /// Since when items may be elsewhere that are noted as gone; `nil` where that is not known.
  func goneSince() throws(StoreError) -> Generation? {
    guard let since = try noted(Self.since) else { return nil }
    return min(since, try noted(Self.pulledBefore) ?? since)
  }

  /// Differs when more was noted as gone since.
  func newestGone() throws(StoreError) -> String? { try reader.setting(Self.newest) }

  private func noted(_ key: String) throws(StoreError) -> Generation? {
    try reader.setting(key).flatMap { Int64($0) }.map { Generation(rawValue: $0) }
  }

  /// Whether an item has come into being at the provider since all was seen, or while that was looked at: what was moved meanwhile may
  /// have been seen at both places.
  ///
  /// What was found with the first look into a folder is as new as the folder.
  func isNewSinceGone(_ id: ItemID, in parent: ItemID) throws(StoreError) -> Bool {
    guard let since = try noted(Self.since) else { return true }
    if try isNew(id, in: parent, since: since) { return true }
    guard let pulled = try noted(Self.pulledBefore), pulled < since else { return false }
    return try isNew(id, in: parent, since: pulled)
  }

  private func isNew(_ id: ItemID, in parent: ItemID, since: Generation) throws(StoreError) -> Bool {
    let newest = ItemID(createdAt: since)
    guard id > newest, try !wasMadeHere(id) else { return false }
    var folder = parent
    while true {
      // Nothing was in it before.
      if try wasMadeHere(folder) { return true }
      guard folder > newest else { break }
      guard let item = try reader.item(folder) else { return false }
      folder = item.parent
    }
    let statement = try reader.statement(Self.olderSiblingSQL)
    statement.bind(1, folder)
    statement.bind(2, newest)
    defer { statement.reset() }
    return try statement.step()
  }

  /// Whether an item was made by a program, as far as the log reaches back.
  private func wasMadeHere(_ id: ItemID) throws(StoreError) -> Bool {
    let statement = try reader.statement(Self.madeHereSQL)
    statement.bind(1, id.creation)
    statement.bind(2, ChangeAuthor.remote)
    defer { statement.reset() }
    return try statement.step()
  }

  /// Whether an item is what one that is gone has become.
  func isClaimed(_ identifier: String) throws(StoreError) -> Bool {
    let statement = try reader.statement(Self.successorSQL)
    statement.bind(1, identifier)
    defer { statement.reset() }
    return try statement.step()
  }

  /// Whether there are claims of documents that were gone.
  package func hasClaims() throws(StoreError) -> Bool {
    try reader.findsRow("SELECT 1 FROM successors LIMIT 1")
  }
}

extension ReplicationEditor {
  /// Notes that all was seen in its place, or noted as gone.
  ///
  /// - Parameter pulled: The generation at which the changes had been pulled before.
  package func noteAllSeen(pulled: Generation) throws(StoreError) {
    try transaction.changeSetting(ReplicationReader.allSeen, to: String(transaction.generation.rawValue))
    try transaction.changeSetting(ReplicationReader.pulled, to: String(pulled.rawValue))
  }

  /// Notes that another item is gone, and with the first of them since when items may be elsewhere. Called before it has a row.
  func noteMoreGone() throws(StoreError) {
    if try !ProvidedReader(reader).isAnythingHeld() {
      let (seen, pulled) = try ReplicationReader(reader).lastAllSeen()
      try transaction.changeSetting(ReplicationReader.since, to: seen.map { String($0.rawValue) })
      try transaction.changeSetting(ReplicationReader.pulledBefore, to: pulled.map { String($0.rawValue) })
    }
    guard !transaction.hasNotedGone else { return }
    transaction.hasNotedGone = true
    try transaction.changeSetting(ReplicationReader.newest, to: String(UInt64.random(in: .min ... .max)))
  }

  /// Takes a document for what one that is gone has become.
  ///
  /// - Returns: False where it is what another one has become.
  package func claimSuccessor(_ id: ItemID) throws(StoreError) -> Bool {
    guard let identifier = try ProvidedReader(reader).provided(id)?.identifier,
      try !ReplicationReader(reader).isClaimed(identifier)
    else { return false }
    let row = try reader.statement(.noteSuccessor)
    row.bind(1, identifier)
    try row.run()
    return true
  }

  /// Forgets what documents have become that were gone.
  ///
  /// - Returns: Whether all claims are forgotten.
  package func forgetSomeClaims(limit: Int) throws(StoreError) -> Bool {
    let statement = try reader.statement(.forgetSuccessors)
    statement.bind(1, Int64(limit))
    try statement.run()
    return try !ReplicationReader(reader).hasClaims()
  }
}
