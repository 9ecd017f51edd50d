import FileProviderSQLite

extension ProvidedReader {
  private static let readySQL = SQLText(ready())
  private static let readyBesidesUploadsSQL = SQLText(
    ready(
      """
      AND (fields & \(ChangedFields.contents.rawValue) = 0 OR told <> 0
        OR NOT EXISTS (SELECT 1 FROM items WHERE id = pending.item AND kind = \(ItemKind.file.rawValue)))
      """))

  private static func ready(_ condition: String = "") -> String {
    """
    SELECT \(PendingRow.columns) FROM pending INDEXED BY pending_by_turn
    WHERE state = 0 AND (first, item) > (?, ?) \(condition) ORDER BY first, item LIMIT ?
    """
  }

  private static let fromPlaceSQL = SQLText(
    "SELECT \(PendingRow.columns) FROM pending WHERE old_parent = ? AND old_name = ? AND item <> ? LIMIT 1")
  private static let fromFolderSQL = SQLText(
    """
    SELECT \(PendingRow.columns) FROM pending
    WHERE old_parent = ? AND item <> ? AND NOT (state = 4 AND EXISTS (SELECT 1 FROM items WHERE id = pending.item)) LIMIT 1
    """)
  private static let callingSQL = SQLText("SELECT item FROM pending WHERE state = 1")

  /// What may be sent now, in the order in which it changed first.
  ///
  /// - Parameter uploads: Whether also documents whose contents are to be sent. Without them it takes time for each that is passed over.
  package func readyToSend(
    after last: PendingRow?, withUploads uploads: Bool = true, limit: Int
  ) throws(StoreError) -> [PendingRow] {
    let statement = try reader.statement(uploads ? Self.readySQL : Self.readyBesidesUploadsSQL)
    statement.bind(1, last?.first ?? Generation(rawValue: -1))
    statement.bind(2, last?.item ?? .none)
    statement.bind(3, Int64(limit))
    defer { statement.reset() }
    var rows: [PendingRow] = []
    while try statement.step() { rows.append(PendingRow(statement)) }
    return rows
  }

  /// The pending item that has a place at the provider that another one may want.
  package func pendingItem(
    from parent: ItemID, named name: FileName, except id: ItemID
  ) throws(StoreError) -> PendingRow? {
    let statement = try reader.statement(Self.fromPlaceSQL)
    statement.bind(1, parent)
    statement.bind(2, name)
    statement.bind(3, id)
    defer { statement.reset() }
    return try statement.step() ? PendingRow(statement) : nil
  }

  /// A pending item that is in a folder at the provider, and does not stay there while it is elsewhere on this machine.
  package func pendingItem(from folder: ItemID) throws(StoreError) -> PendingRow? {
    let statement = try reader.statement(Self.fromFolderSQL)
    statement.bind(1, folder)
    statement.bind(2, folder)
    defer { statement.reset() }
    return try statement.step() ? PendingRow(statement) : nil
  }

  /// Whether an item is to leave its place at the provider: it is elsewhere here, or gone.
  package func isLeaving(_ identifier: String) throws(StoreError) -> Bool {
    guard let row = try provided(identifier: identifier), let waiting = try pending(row.item) else { return false }
    guard waiting.state != .local, try reader.item(row.item) != nil else { return waiting.state != .local }
    return !waiting.dirty.isDisjoint(with: [.filename, .parent])
  }

  /// The items that are in a call.
  package func itemsInCalls() throws(StoreError) -> [ItemID] {
    let statement = try reader.statement(Self.callingSQL)
    return try reader.numbers(statement)
  }

  /// From when on the next item may be sent that may not yet; monotonic.
  package func nextDue() throws(StoreError) -> Int64? {
    try reader.integer("SELECT min(due) FROM pending WHERE state = 2")
  }

  static let pushAnchor = "push.anchor"

  /// Up to where the log was read into `pending`; `nil` when it never was, or is being compared anew.
  func pushAnchor() throws(StoreError) -> Generation? {
    try reader.setting(Self.pushAnchor).flatMap { Int64($0) }.map { Generation(rawValue: $0) }
  }

  /// How many items are not uploaded yet, as far as it was noted.
  package func pendingCount() throws(StoreError) -> Int64 {
    try reader.integer("SELECT count(*) FROM pending WHERE state <> 4") ?? 0
  }
}

/// A change that is not uploaded yet, as users are shown it.
package struct PendingItem: Sendable, Hashable {
  package enum Operation: String, Sendable {
    case create
    case modify
    case delete
  }

  package var item: ItemID
  /// Its path; that at the provider, as far as it is known, for one that is gone here.
  package var path: String
  package var operation: Operation
  /// What is to be sent, for a modification.
  package var fields: ChangedFields
  package var state: PendingRow.State
  /// The first change that is not acknowledged.
  package var first: Generation
  /// In microseconds since 1970.
  package var since: Int64
  package var attempts: Int64
  /// What the provider answered last, if that was an error: its domain and code, and its own words.
  package var errorDomain: String?
  package var errorCode: Int64?
  package var errorText: String?
}

extension ProvidedReader {
  private static let allPendingSQL = SQLText(
    """
    SELECT \(PendingRow.columns) FROM pending WHERE state <> 4 AND (first, item) > (?, ?)
    ORDER BY first, item LIMIT ?
    """)

  /// Visits what is pending, in the order in which it changed first.
  ///
  /// - Parameter body: Returns whether to go on.
  package func forEachPending(_ body: (PendingItem) -> Bool) throws(StoreError) {
    var last: PendingRow?
    while true {
      let statement = try reader.statement(Self.allPendingSQL)
      statement.bind(1, last?.first ?? Generation(rawValue: -1))
      statement.bind(2, last?.item ?? .none)
      statement.bind(3, 256)
      var rows: [PendingRow] = []
      while try statement.step() { rows.append(PendingRow(statement)) }
      statement.reset()
      for row in rows { if try !body(described(row)) { return } }
      guard rows.count == 256 else { return }
      last = rows.last
    }
  }

  /// What is pending of an item, as users are shown it.
  package func pendingItem(_ id: ItemID) throws(StoreError) -> PendingItem? {
    guard let row = try pending(id) else { return nil }
    return try described(row)
  }

  /// The folder above an item that the provider refuses, and that has to be there before it; `nil` for none.
  package func refusedFolder(above row: PendingRow) throws(StoreError) -> PendingRow? {
    var next = row.waitsFor
    var seen: Set<ItemID> = []
    while let id = next, seen.insert(id).inserted, let folder = try pending(id) {
      if folder.state == .parked { return folder }
      next = folder.waitsFor
    }
    return nil
  }

  /// A row, as users are shown it.
  func described(_ row: PendingRow) throws(StoreError) -> PendingItem {
    let isKnown = try provided(row.item) != nil
    let isHere = try reader.item(row.item) != nil
    var path = try reader.path(of: row.item)
    if path == nil, let synced = try synced(row.item) {
      let folder = try reader.path(of: synced.parent) ?? ""
      path = (folder == "/" ? "" : folder) + "/" + synced.name.spelling
    }
    return PendingItem(
      item: row.item, path: path ?? "", operation: !isHere ? .delete : isKnown ? .modify : .create,
      fields: row.fields.union(row.sent), state: row.state, first: row.first, since: row.since, attempts: row.attempts,
      errorDomain: row.errorDomain, errorCode: row.errorCode, errorText: row.errorText)
  }

  /// Whether the provider may have an item that it is not known here to have: a creation is under way, or is to be looked for before it is tried again.
  package func isBeingCreated(_ id: ItemID) throws(StoreError) -> Bool {
    guard let row = try pending(id), try provided(id) == nil else { return false }
    switch row.state {
    case .calling: return true
    case .ready, .later: return row.isStale
    case .parked, .local: return false
    }
  }
}
