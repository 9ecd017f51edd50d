import FileProviderSQLite

extension ProvidedReader {
  private static let ofStateSQL = SQLText("SELECT item FROM held WHERE state = ? AND item > ? ORDER BY item LIMIT ?")
  private static let undecidedSQL = SQLText(
    "SELECT item FROM held WHERE state IN (-1, 0) ORDER BY state, item LIMIT ?")
  /// The checksum adds the squares of scattered numbers: those of neighbouring items would often have the same sum.
  private static let summarySQL = SQLText(
    """
    SELECT count(*) FILTER (WHERE state = 1), min(since) FILTER (WHERE state = 1), max(since) FILTER (WHERE state = 1),
      count(*) FILTER (WHERE state = 3),
      sum((item * 48271 % 2147483647) * (item * 48271 % 2147483647) % 4294967291) FILTER (WHERE state = 1)
    FROM held WHERE state IN (1, 3) AND EXISTS (SELECT 1 FROM items WHERE id = item)
    """)

  /// The state of an item itself; `nil` for none.
  package func heldState(of id: ItemID) throws(StoreError) -> HeldState? {
    let statement = try reader.statement("SELECT state FROM held WHERE item = ?")
    statement.bind(1, id)
    defer { statement.reset() }
    return try statement.step() ? HeldState(rawValue: statement.integer(0)) : nil
  }

  /// Whether anything at all is noted as gone.
  package func isAnythingHeld() throws(StoreError) -> Bool {
    let statement = try reader.statement("SELECT 1 FROM held LIMIT 1")
    defer { statement.reset() }
    return try statement.step()
  }

  /// Whether the provider reports an item, or a folder above it, gone, and it is here all the same.
  package func isHeld(_ id: ItemID) throws(StoreError) -> Bool { try nearestHeldState(of: id) != nil }

  /// Whether an item is not sent before it is decided what becomes of one that is reported gone: itself, or the one that has its name at the provider.
  package func waitsForHeld(_ id: ItemID) throws(StoreError) -> Bool {
    if try isHeld(id) { return true }
    guard try isAnythingHeld(), let record = try reader.record(id),
      let holder = try pendingItem(from: record.parent, named: record.name, except: id)
    else { return false }
    return try isHeld(holder.item)
  }

  /// The state of an item, or else of the nearest folder above it that has one.
  package func nearestHeldState(of id: ItemID) throws(StoreError) -> HeldState? {
    guard try isAnythingHeld() else { return nil }
    var next = id
    while true {
      if let state = try heldState(of: next) { return state }
      guard !next.isFixed, let item = try reader.item(next) else { return nil }
      next = item.parent
    }
  }

  /// Whether there are items of the provider's in a folder that have no state of their own.
  func hasUnnotedItems(_ folder: ItemID) throws(StoreError) -> Bool {
    try reader.findsRow(
      """
      SELECT 1 FROM items c CROSS JOIN synced p ON p.item = c.id
      WHERE c.parent = ? AND p.parent = c.parent AND NOT EXISTS (SELECT 1 FROM held WHERE item = c.id) LIMIT 1
      """, folder.rawValue)
  }

  /// The items in a state with greater numbers than `key`.
  package func heldItems(_ state: HeldState, after key: ItemID = .none, limit: Int) throws(StoreError) -> [ItemID] {
    let statement = try reader.statement(Self.ofStateSQL)
    statement.bind(1, state.rawValue)
    statement.bind(2, key)
    statement.bind(3, Int64(limit))
    return try reader.numbers(statement)
  }

  /// The items of which it is not decided what follows, whether or not the provider was asked for them.
  package func undecidedItems(limit: Int) throws(StoreError) -> [ItemID] {
    let statement = try reader.statement(Self.undecidedSQL)
    statement.bind(1, Int64(limit))
    return try reader.numbers(statement)
  }

  /// What waits for the user, or is being made again; `nil` for nothing.
  package func heldDeletions() throws(StoreError) -> HeldDeletions? {
    let statement = try reader.statement(Self.summarySQL)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    let held = HeldDeletions(
      items: statement.integer(0), since: statement.integer(1), last: statement.integer(2),
      restoring: statement.integer(3), checksum: statement.integer(4))
    return held.items > 0 || held.restoring > 0 ? held : nil
  }
}
