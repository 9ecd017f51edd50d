import FileProviderSQLite

/// The trees of items that are noted as gone, to be counted. It may be nearly all of a million items, so it is counted folder by folder: a recursive
/// statement would keep the number of each in memory, or in a temporary file for which a full disk has no room.
///
/// What was moved here into such a tree is at the provider where it was. It is moved back and not removed (`RescueEditor.removeProvided`), so it does not
/// count.
struct GoneTrees {
  private static let childrenSQL = SQLText(
    """
    SELECT count(*) FROM (
      SELECT 1 FROM items c CROSS JOIN synced p ON p.item = c.id WHERE c.parent = ?1 AND p.parent = ?1 LIMIT ?2)
    """)
  private static let movedSQL = SQLText(
    "SELECT c.id FROM items c CROSS JOIN synced p ON p.item = c.id WHERE c.parent = ?1 AND p.parent <> ?1")
  private static let folderSQL = SQLText("SELECT id FROM items WHERE parent = ? AND id > ? AND kind = 2 LIMIT 1")

  let reader: StoreReader
  /// Another item that is gone, and not noted; `none` for no other.
  var other = ItemID.none
  /// Only what is noted with this state, or one before it, is gone.
  let last: HeldState

  func isNoted(_ id: ItemID) throws(StoreError) -> Bool {
    if id == other { return true }
    return try ProvidedReader(reader).heldState(of: id).map { $0 <= last } ?? false
  }

  /// Whether a folder is in one of the trees.
  func contains(_ folder: ItemID) throws(StoreError) -> Bool {
    var next = folder
    while try !isNoted(next) {
      guard !next.isFixed, let item = try reader.item(next), try !isElsewhere(next, than: item.parent) else {
        return false
      }
      next = item.parent
    }
    return true
  }

  /// Whether the provider has an item in a folder that stays, and not in the one it is in here.
  private func isElsewhere(_ id: ItemID, than parent: ItemID) throws(StoreError) -> Bool {
    guard let place = try ProvidedReader(reader).synced(id)?.parent, place != parent, try !isNoted(id),
      try !ReplicationReader(reader).isPlaceUnconfirmed(id)
    else { return false }
    var next = place
    while try !isNoted(next) {
      guard !next.isFixed else { return true }
      // A folder that is not here is gone.
      guard let item = try reader.item(next) else { return false }
      next = item.parent
    }
    return false
  }

  /// The items of the provider's in a tree, its root included.
  func count(in root: ItemAttributes, atMost limit: Int64) throws(StoreError) -> Int64 {
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
      if try isElsewhere(folder, than: current.folder) { continue }
      path.append((folder, .none))
      count += try childCount(of: folder, atMost: limit - count)
    }
    return count
  }

  private func childCount(of folder: ItemID, atMost limit: Int64) throws(StoreError) -> Int64 {
    let children = try reader.statement(Self.childrenSQL)
    children.bind(1, folder)
    children.bind(2, limit)
    defer { children.reset() }
    var count = try children.step() ? children.integer(0) : 0
    guard count < limit else { return count }
    let moved = try reader.statement(Self.movedSQL)
    moved.bind(1, folder)
    defer { moved.reset() }
    while try moved.step() {
      if try !isElsewhere(ItemID(rawValue: moved.integer(0)), than: folder) { count += 1 }
    }
    return count
  }

  private func folder(in parent: ItemID, after key: ItemID) throws(StoreError) -> ItemID? {
    let statement = try reader.statement(Self.folderSQL)
    statement.bind(1, parent)
    statement.bind(2, key)
    defer { statement.reset() }
    return try statement.step() ? ItemID(rawValue: statement.integer(0)) : nil
  }
}
