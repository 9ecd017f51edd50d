import FileProviderSQLite

/// How much goes with what the provider reports gone. It may be nearly all of a million items, so it is counted folder by folder: a recursive statement
/// would keep the number of each in memory, or in a temporary file for which a full disk has no room.
extension HoldingReader {
  private static let notedSQL = SQLText("SELECT item FROM held WHERE state <= ? ORDER BY item")
  private static let childrenSQL = SQLText(
    """
    SELECT count(*) FROM (
      SELECT 1 FROM items c CROSS JOIN synced p ON p.item = c.id WHERE c.parent = ? LIMIT ?)
    """)
  private static let folderSQL = SQLText("SELECT id FROM items WHERE parent = ? AND id > ? AND kind = 2 LIMIT 1")

  /// How much goes with all that is not decided, or is held.
  ///
  /// Called in a transaction of either kind, so that nothing moves meanwhile.
  ///
  /// - Parameters:
  /// - Parameter id: Another item that is gone.
  /// - Returns: Nothing where so little goes that it does not matter. `listed` is counted no further than it matters.
  package func massDeletion(with id: ItemID = .none) throws(StoreError) -> MassDeletion {
    let removed = try recentlyRemoved()
    let harmless = max(MassDeletion.harmless - removed, 0)
    // Counting to the end is for the rare case.
    guard try goneCount(id, upTo: .held, atMost: harmless + 1) > harmless else {
      return MassDeletion(gone: 0, listed: 0)
    }
    let gone = try goneCount(id, upTo: .held, atMost: .max)
    let accepted = try goneCount(id, upTo: .accepted, atMost: .max) - gone
    let isLarge = gone + removed > MassDeletion.most
    let listed = try reader.statement(
      "SELECT count(*) FROM (SELECT 1 FROM synced WHERE EXISTS (SELECT 1 FROM items WHERE id = item) LIMIT ?)")
    listed.bind(1, isLarge ? -1 : 4 * (gone + removed) + accepted)
    defer { listed.reset() }
    return MassDeletion(gone: gone, removed: removed, listed: try listed.step() ? listed.integer(0) - accepted : 0)
  }

  /// How many items go with one that is noted as gone; none where a folder above it is noted, too, with which they count.
  func goneCount(with id: ItemID) throws(StoreError) -> Int64 {
    guard let item = try reader.item(id), try !isGone(item.parent, .none, upTo: .accepted) else { return 0 }
    return try countItems(in: item, atMost: .max)
  }

  private func goneCount(_ id: ItemID, upTo last: HeldState, atMost limit: Int64) throws(StoreError) -> Int64 {
    var count: Int64 = 0
    // Those of one folder mostly come one after the other.
    var known: (folder: ItemID, isGone: Bool)?
    func countTree(_ root: ItemID) throws(StoreError) {
      guard let item = try reader.item(root) else { return }
      if known?.folder != item.parent { known = (item.parent, try isGone(item.parent, id, upTo: last)) }
      if known?.isGone == false { count += try countItems(in: item, atMost: limit - count) }
    }
    if try !isNoted(id, upTo: last) { try countTree(id) }
    let statement = try reader.statement(Self.notedSQL)
    statement.bind(1, last.rawValue)
    defer { statement.reset() }
    while count < limit, try statement.step() { try countTree(ItemID(rawValue: statement.integer(0))) }
    return min(count, limit)
  }

  /// Whether a folder, or one above it, is gone.
  private func isGone(_ folder: ItemID, _ other: ItemID, upTo last: HeldState) throws(StoreError) -> Bool {
    var next = folder
    while true {
      if next == other { return true }
      if try isNoted(next, upTo: last) { return true }
      guard !next.isFixed, let item = try reader.item(next) else { return false }
      next = item.parent
    }
  }

  private func isNoted(_ id: ItemID, upTo last: HeldState) throws(StoreError) -> Bool {
    try ProvidedReader(reader).heldState(of: id).map { $0.rawValue <= last.rawValue } ?? false
  }

  /// The items of the provider's in a tree, its root included.
  private func countItems(in root: ItemAttributes, atMost limit: Int64) throws(StoreError) -> Int64 {
    var count: Int64 = try ProvidedReader(reader).provided(root.id) == nil ? 0 : 1
    guard root.isFolder else { return count }
    var path = [(folder: root.id, last: ItemID.none)]
    count += try childCount(of: root.id, atMost: limit - count)
    while count < limit, let current = path.last {
      guard let folder = try folder(in: current.folder, after: current.last) else {
        path.removeLast()
        continue
      }
      path[path.count - 1].last = folder
      path.append((folder, .none))
      count += try childCount(of: folder, atMost: limit - count)
    }
    return count
  }

  private func childCount(of folder: ItemID, atMost limit: Int64) throws(StoreError) -> Int64 {
    let statement = try reader.statement(Self.childrenSQL)
    statement.bind(1, folder)
    statement.bind(2, limit)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  private func folder(in parent: ItemID, after key: ItemID) throws(StoreError) -> ItemID? {
    let statement = try reader.statement(Self.folderSQL)
    statement.bind(1, parent)
    statement.bind(2, key)
    defer { statement.reset() }
    return try statement.step() ? ItemID(rawValue: statement.integer(0)) : nil
  }

  /// How many items were removed on the provider's word in the last 24 hours, and not by a user's decision.
  func recentlyRemoved() throws(StoreError) -> Int64 {
    let statement = try reader.statement("SELECT coalesce(sum(items), 0) FROM removals WHERE time > ?")
    statement.bind(1, Self.removalsBegan(.now))
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  /// - Returns: A day before, in microseconds since 1970.
  static func removalsBegan(_ now: Timestamp) -> Int64 { now.rawValue / 1000 - 86_400_000_000 }
}
