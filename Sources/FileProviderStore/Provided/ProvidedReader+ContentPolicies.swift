package import FileProviderInterface
import FileProviderSQLite

// When contents are downloaded and evicted: `NSFileProviderContentPolicy`. The table `content_policies` has the items' own policies; what they
// inherit is looked up when it is needed, so that a folder's policy holds at once for all that is in it, or comes to be in it.
extension ProvidedReader {
  private static let ownPolicySQL = SQLText("SELECT policy FROM content_policies WHERE item = ?")
  private static let eagerSQL = SQLText(
    """
    SELECT \(LogReader.qualified(StoreReader.columns, "i")) FROM content_policies p CROSS JOIN items i ON i.id = p.item
    WHERE p.policy = \(NSFileProviderContentPolicy.downloadEagerlyAndKeepDownloaded.rawValue) AND p.item > ?
    ORDER BY p.item LIMIT ?
    """)

  /// The item's own policy; `nil` where it inherits.
  package func ownContentPolicy(of id: ItemID) throws(StoreError) -> NSFileProviderContentPolicy? {
    let select = try reader.statement(Self.ownPolicySQL)
    select.bind(1, id)
    defer { select.reset() }
    return try select.step() ? NSFileProviderContentPolicy(rawValue: Int(select.integer(0))) : nil
  }

  /// The policy that holds for an item: its own, or that of the nearest folder above that has one; `nil` where none has.
  package func contentPolicy(of id: ItemID) throws(StoreError) -> NSFileProviderContentPolicy? {
    var next = id
    while true {
      if let own = try ownContentPolicy(of: next) { return own }
      guard !next.isFixed, let item = try reader.item(next) else { return nil }
      next = item.parent
    }
  }

  /// The items, with greater numbers than `key`, that are to be downloaded eagerly, with all that is below them and inherits.
  package func eagerItems(after key: ItemID, limit: Int) throws(StoreError) -> [ItemAttributes] {
    try reader.items(Self.eagerSQL, after: key, limit: limit)
  }
}
