import FileProviderSQLite

/// How much goes with what the provider reports gone.
extension MassDeletionReader {
  private static let notedSQL = SQLText("SELECT item FROM held WHERE state <= ? ORDER BY item")

  /// How much goes with all that is not decided, or is held.
  ///
  /// Called in a transaction of either kind, so that nothing moves meanwhile.
  ///
  /// - Parameter id: Another item that is gone.
  /// - Returns: Nothing where so little goes that it does not matter. `listed` is counted no further than it matters.
  package func massDeletion(with id: ItemID = .none) throws(StoreError) -> MassDeletion {
    let removed = try recentlyRemoved()
    let restored = try recentlyRestored(.now)
    let harmless = max(MassDeletion.harmless - removed - restored, 0)
    // Counting to the end is for the rare case.
    guard try goneCount(id, upTo: .held, atMost: harmless + 1) > harmless else {
      return MassDeletion(gone: 0, listed: 0)
    }
    let gone = try goneCount(id, upTo: .held, atMost: .max)
    let accepted = try goneCount(id, upTo: .accepted, atMost: .max) - gone
    let all = gone + removed + restored
    let isLarge = all > MassDeletion.most
    let listed = try reader.statement(
      "SELECT count(*) FROM (SELECT 1 FROM synced WHERE EXISTS (SELECT 1 FROM items WHERE id = item) LIMIT ?)")
    listed.bind(1, isLarge ? -1 : 4 * all + accepted)
    defer { listed.reset() }
    return MassDeletion(
      gone: gone, removed: removed, restored: restored, listed: try listed.step() ? listed.integer(0) - accepted : 0)
  }

  /// How many items go with one that is noted as gone; none where a folder above it is noted, too, with which they count.
  func goneCount(with id: ItemID) throws(StoreError) -> Int64 {
    let trees = GoneTrees(reader: reader, last: .accepted)
    guard let item = try reader.item(id), try !trees.contains(item.parent) else { return 0 }
    return try trees.count(in: item, atMost: .max)
  }

  private func goneCount(_ id: ItemID, upTo last: HeldState, atMost limit: Int64) throws(StoreError) -> Int64 {
    let trees = GoneTrees(reader: reader, other: id, last: last)
    var count: Int64 = 0
    // Those of one folder mostly come one after the other.
    var known: (folder: ItemID, isGone: Bool)?
    func countTree(_ root: ItemID) throws(StoreError) {
      guard let item = try reader.item(root) else { return }
      if known?.folder != item.parent { known = (item.parent, try trees.contains(item.parent)) }
      if known?.isGone == false { count += try trees.count(in: item, atMost: limit - count) }
    }
    if try ProvidedReader(reader).heldState(of: id).map({ $0 > last }) ?? true { try countTree(id) }
    let statement = try reader.statement(Self.notedSQL)
    statement.bind(1, last.rawValue)
    defer { statement.reset() }
    while count < limit, try statement.step() { try countTree(ItemID(rawValue: statement.integer(0))) }
    return min(count, limit)
  }

  /// How many items were removed on the provider's word in the last 24 hours, and not by a user's decision.
  func recentlyRemoved() throws(StoreError) -> Int64 {
    let statement = try reader.statement("SELECT coalesce(sum(items), 0) FROM removals WHERE time > ?")
    statement.bind(1, Self.removalsBegan(.now))
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  static let restored = "held.restored"

  /// How many items the user has restored in the last 24 hours. What goes after that may belong to the deletion that the user did not want.
  func recentlyRestored(_ now: Timestamp) throws(StoreError) -> Int64 {
    let numbers = try reader.setting(Self.restored)?.split(separator: " ").compactMap { Int64($0) }
    guard let numbers, numbers.count == 2, numbers[0] > Self.removalsBegan(now) else { return 0 }
    return numbers[1]
  }

  /// - Returns: A day before, in microseconds since 1970.
  static func removalsBegan(_ now: Timestamp) -> Int64 { now.rawValue / 1000 - 86_400_000_000 }
}
