package import FileProviderInterface
import FileProviderSQLite

extension ReplicationEditor {
  /// Notes an item's own policy. Nothing is logged: readers see no difference.
  package func noteContentPolicy(_ policy: NSFileProviderContentPolicy, of id: ItemID) throws(StoreError) {
    let known = try ProvidedReader(reader).ownContentPolicy(of: id) ?? .inherited
    guard policy != known else { return }
    guard policy != .inherited else { return try transaction.deleteRows(of: id, .deleteContentPolicy) }
    let row = try reader.statement(.setContentPolicy)
    row.bind(1, id)
    row.bind(2, Int64(policy.rawValue))
    try row.run()
  }
}
