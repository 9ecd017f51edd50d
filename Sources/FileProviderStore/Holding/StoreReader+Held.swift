import SQLite

extension StoreReader {
  private static let ofStateSQL = SQLText("SELECT item FROM held WHERE state = ? AND item > ? ORDER BY item LIMIT ?")
  private static let summarySQL = SQLText(
    """
    SELECT count(*) FILTER (WHERE state = 1), min(since) FILTER (WHERE state = 1), count(*) FILTER (WHERE state = 3)
    FROM held WHERE state IN (1, 3) AND EXISTS (SELECT 1 FROM items WHERE id = item)
    """)
  private static let goneSQL = """
    WITH RECURSIVE gone(id) AS (
      SELECT id FROM items WHERE id = ?1
      UNION SELECT i.id FROM held h CROSS JOIN items i ON i.id = h.item WHERE h.state <= 1
      UNION SELECT c.id FROM gone CROSS JOIN items c ON c.parent = gone.id)
    """
  private static let goneItemsSQL = SQLText(
    goneSQL + """
       SELECT gone.id FROM gone CROSS JOIN provided p ON p.item = gone.id
      WHERE NOT EXISTS (SELECT 1 FROM held WHERE item = gone.id)
      """)
  private static let goneCountSQL = SQLText(
    goneSQL + " SELECT count(*) FROM (SELECT 1 FROM gone CROSS JOIN provided p ON p.item = gone.id LIMIT ?2)")

  /// What is said of an item itself; `nil` for nothing.
  package func heldState(of id: ItemID) throws(StoreError) -> HeldState? {
    let statement = try statement("SELECT state FROM held WHERE item = ?")
    statement.bind(1, id)
    defer { statement.reset() }
    return try statement.step() ? HeldState(rawValue: statement.integer(0)) : nil
  }

  /// Whether anything at all is noted as gone.
  package func holdsAnything() throws(StoreError) -> Bool {
    let statement = try statement("SELECT 1 FROM held LIMIT 1")
    defer { statement.reset() }
    return try statement.step()
  }

  /// Whether the provider says that an item, or a folder above it, is gone, and it is here all the same.
  package func isHeld(_ id: ItemID) throws(StoreError) -> Bool { try nearestHeldState(of: id) != nil }

  /// What is said of an item, or else of the nearest folder above it of which anything is said.
  package func nearestHeldState(of id: ItemID) throws(StoreError) -> HeldState? {
    guard try holdsAnything() else { return nil }
    var next = id
    while true {
      if let state = try heldState(of: next) { return state }
      guard !next.isFixed, let item = try item(next) else { return nil }
      next = item.parent
    }
  }

  /// The items in a state with greater numbers than `key`.
  package func heldItems(_ state: HeldState, after key: ItemID = .none, limit: Int) throws(StoreError) -> [ItemID] {
    let statement = try statement(Self.ofStateSQL)
    statement.bind(1, state.rawValue)
    statement.bind(2, key)
    statement.bind(3, Int64(limit))
    return try numbers(statement)
  }

  /// How many deletions are noted in a state.
  func heldCount(_ state: HeldState) throws(StoreError) -> Int64 {
    let statement = try statement("SELECT count(*) FROM held WHERE state = ?")
    statement.bind(1, state.rawValue)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  /// What waits for the person, or is being made again; `nil` for nothing.
  package func heldDeletions() throws(StoreError) -> HeldDeletions? {
    let statement = try statement(Self.summarySQL)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    let held = HeldDeletions(
      items: statement.integer(0), since: statement.integer(1), restoring: statement.integer(2))
    return held.items > 0 || held.restoring > 0 ? held : nil
  }

  /// How much goes with all that is not decided, or is held.
  ///
  /// - Parameter id: Another item that is gone.
  package func massDeletion(with id: ItemID = .none) throws(StoreError) -> MassDeletion {
    // Counting to the end is for the rare case.
    guard try goneCount(id, atMost: MassDeletion.harmless + 1) > MassDeletion.harmless else {
      return MassDeletion(gone: 0, listed: 0)
    }
    let listed = try statement("SELECT count(*) FROM provided WHERE EXISTS (SELECT 1 FROM items WHERE id = item)")
    defer { listed.reset() }
    guard try listed.step() else { return MassDeletion(gone: 0, listed: 0) }
    return MassDeletion(gone: try goneCount(id, atMost: .max), listed: listed.integer(0))
  }

  private func goneCount(_ id: ItemID, atMost limit: Int64) throws(StoreError) -> Int64 {
    let statement = try statement(Self.goneCountSQL)
    statement.bind(1, id)
    statement.bind(2, limit)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  /// The items below those that are gone of which that was not said, folders before what is in them.
  func itemsGoneWithFolders() throws(StoreError) -> [ItemID] {
    let statement = try statement(Self.goneItemsSQL)
    statement.bind(1, ItemID.none)
    return try numbers(statement)
  }

  private func numbers(_ statement: StoreStatement) throws(StoreError) -> [ItemID] {
    defer { statement.reset() }
    var items: [ItemID] = []
    while try statement.step() { items.append(ItemID(rawValue: statement.integer(0))) }
    return items
  }
}
