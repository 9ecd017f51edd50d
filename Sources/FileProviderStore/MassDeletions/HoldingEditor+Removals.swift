// What was removed here in the last 24 hours on the provider's word. However slowly items go, and whoever reports it, they count together: a server that
// loses them one by one would otherwise never reach the bounds of `MassDeletion`.
extension MassDeletionEditor {
  /// Notes that an item is to be removed on the provider's word alone, and forgets what is older than a day. Called before anything of it is removed.
  func countRemoval(of id: ItemID) throws(StoreError) {
    let items = try MassDeletionReader(reader).goneCount(with: id)
    guard items > 0 else { return }
    let old = try reader.statement(.pruneRemovals)
    old.bind(1, MassDeletionReader.removalsBegan(transaction.time))
    try old.run()
    let row = try reader.statement(.noteRemoval)
    row.bind(1, id)
    row.bind(2, transaction.time.rawValue / 1000)
    row.bind(3, items)
    try row.run()
  }

  /// Notes that the user has restored some items, together with what was restored in the last 24 hours.
  func countRestored(_ items: Int64) throws(StoreError) {
    let sum = try MassDeletionReader(reader).recentlyRestored(transaction.time) + items
    try transaction.changeSetting(MassDeletionReader.restored, to: "\(transaction.time.rawValue / 1000) \(sum)")
  }

  /// Forgets what was removed and restored so far: the user has looked at the deletions, and has accepted them.
  func forgetAllRemovals() throws(StoreError) {
    try reader.statement(.forgetRemovals).run()
    try transaction.changeSetting(MassDeletionReader.restored, to: nil)
  }
}
