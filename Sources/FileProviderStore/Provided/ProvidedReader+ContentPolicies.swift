package import FileProviderInterface
import FileProviderSQLite

// What a provider says of when contents are here: `NSFileProviderContentPolicy`. The table `content_policies` has what items say themselves; what they
// inherit is looked up when it is needed, so that a folder's policy holds at once for all that is in it, or comes to be in it.
extension ProvidedReader {
  private static let ownPolicySQL = SQLText("SELECT policy FROM content_policies WHERE item = ?")
  private static let keptSQL = SQLText(
    """
    SELECT \(LogReader.qualified(StoreReader.columns, "i")) FROM content_policies p CROSS JOIN items i ON i.id = p.item
    WHERE p.policy = \(NSFileProviderContentPolicy.downloadEagerlyAndKeepDownloaded.rawValue) AND p.item > ?
    ORDER BY p.item LIMIT ?
    """)

  /// What the provider says of this very item; `nil` where it inherits.
  package func ownContentPolicy(of id: ItemID) throws(StoreError) -> NSFileProviderContentPolicy? {
    let select = try reader.statement(Self.ownPolicySQL)
    select.bind(1, id)
    defer { select.reset() }
    return try select.step() ? NSFileProviderContentPolicy(rawValue: Int(select.integer(0))) : nil
  }

  /// The policy that holds for an item: its own, or that of the nearest folder above that says one; `nil` where nobody does.
  package func contentPolicy(of id: ItemID) throws(StoreError) -> NSFileProviderContentPolicy? {
    var next = id
    while true {
      if let own = try ownContentPolicy(of: next) { return own }
      guard !next.isFixed, let item = try reader.item(next) else { return nil }
      next = item.parent
    }
  }

  /// The items, with greater numbers than `key`, of which the provider says that they are to be here, with all that is below them and inherits.
  package func eagerItems(after key: ItemID, limit: Int) throws(StoreError) -> [ItemAttributes] {
    try reader.items(Self.keptSQL, after: key, limit: limit)
  }
}
