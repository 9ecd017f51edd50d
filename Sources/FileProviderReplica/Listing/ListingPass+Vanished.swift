import FileProviderStore
import Synchronization

/// What a pass has seen, and what it has not.
extension ListingPass {
  /// Whether a page has an item that this pass has not seen.
  func hasUnseenItems(_ page: ProvidedPage) throws(StoreError) -> Bool {
    try listings.store.readCommitted { (reader) throws(StoreError) in
      for item in page.items {
        guard let id = try ProvidedReader(reader).provided(identifier: item.identifier)?.item else { return true }
        // What was made since the pass began is not noted; see `ReplicationEditor.noteListed`.
        if id.creation > began { continue }
        guard try ReplicationReader(reader).isListed(id, in: container) else { return true }
      }
      return false
    }
  }

  /// Notes what is not here any more: it is removed when everything that is listed together is listed.
  func noteVanished() throws {
    var key = ItemID.none
    while true {
      let some = try listings.store.readCommitted { [key] (reader) throws(StoreError) in
        try ReplicationReader(reader).vanished(
          from: container, since: began, after: key, limit: listings.limits.itemsPerTransaction)
      }
      guard let last = some.last else { return }
      key = last
      guard !listings.state.hasExpired(asked) else { throw BeginAnew() }
      try listings.change { (transaction) throws(StoreError) in
        for id in some { try ReplicationEditor(transaction).noteVanished(id, from: container, since: began) }
      }
    }
  }

  /// Has a listing that has come to its last page not count where a call is under way that may have begun before it.
  func noteShiftAtEnd(_ transaction: Transaction) throws(StoreError) {
    guard listings.state.containerCalls.withLock({ $0.isRunning(in: container) }) else { return }
    if try ReplicationEditor(transaction).noteShift(in: container) {
      listings.state.containerCalls.withLock { $0.noteShift(of: container) }
    }
  }
}
