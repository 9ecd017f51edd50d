import FileProviderSQLite

/// The items in folders that are gone which were not reported themselves, some at a time. What was moved here into such a folder is at the provider
/// where it was, unless the call that moves it there too has an unknown end. What is in that waits until the end is known.
///
/// Whoever walks notes them before the next step. So the table `held` itself is the list of the folders to look into, and memory does not grow with what
/// is gone.
struct ItemsBelowGone {
  /// By number, and not by state: there may be a million in one state, and SQLite would sort them for each folder (200 000: 0.3 s).
  private static let folderSQL = SQLText(
    """
    SELECT h.item FROM held h CROSS JOIN items i ON i.id = h.item
    WHERE +h.state BETWEEN ? AND ? AND h.item > ? AND i.kind = 2 ORDER BY h.item LIMIT 1
    """)
  private static let childrenSQL = SQLText(
    """
    SELECT c.id, c.kind = 2,
      EXISTS (SELECT 1 FROM calls WHERE operation = 2 AND item = c.id)
      OR EXISTS (SELECT 1 FROM held WHERE item = p.parent AND state BETWEEN ? AND ?)
        AND NOT EXISTS (SELECT 1 FROM calls WHERE operation = 2 AND item = p.parent)
    FROM items c CROSS JOIN synced p ON p.item = c.id
    WHERE c.parent = ? AND c.id > ? AND NOT EXISTS (SELECT 1 FROM held WHERE item = c.id) ORDER BY c.id LIMIT ?
    """)

  /// What was decided on the folders.
  private let states: ClosedRange<HeldState>
  private var folder = ItemID.none
  private var child = ItemID.none
  /// Whether there are folders among them that would have come before where the walk is by now.
  private var hasSkippedFolders = false
  private var hasFound = false
  /// Whether there were items that were moved here out of other folders, which may be noted as gone by now.
  private var hasMovedItems = false

  var isToBeRepeated: Bool { hasSkippedFolders || hasFound && hasMovedItems }

  init(_ states: ClosedRange<HeldState>) { self.states = states }

  /// - Returns: Up to `limit` items; none at the end.
  mutating func next(_ reader: StoreReader, limit: Int) throws(StoreError) -> [ItemID] {
    var some: [ItemID] = []
    var firstFolder: ItemID?
    defer { if let firstFolder, firstFolder < folder { hasSkippedFolders = true } }
    while true {
      if folder != .none {
        let statement = try reader.statement(Self.childrenSQL)
        statement.bind(1, states.lowerBound.rawValue)
        statement.bind(2, states.upperBound.rawValue)
        statement.bind(3, folder)
        statement.bind(4, child)
        statement.bind(5, Int64(limit - some.count))
        defer { statement.reset() }
        while try statement.step() {
          child = ItemID(rawValue: statement.integer(0))
          guard statement.integer(2) != 0 else {
            hasMovedItems = true
            continue
          }
          hasFound = true
          some.append(child)
          if statement.integer(1) != 0 { firstFolder = min(firstFolder ?? child, child) }
        }
        guard some.count < limit else { return some }
      }
      let next = try reader.statement(Self.folderSQL)
      next.bind(1, states.lowerBound.rawValue)
      next.bind(2, states.upperBound.rawValue)
      next.bind(3, folder)
      defer { next.reset() }
      guard try next.step() else { return some }
      (folder, child) = (ItemID(rawValue: next.integer(0)), .none)
    }
  }
}
