import FileProviderStore
import Synchronization

/// What a pass has seen, and what it has not.
extension ListingPass {
  /// Whether a page has an item that this pass has not seen.
  func hasNews(_ page: ProvidedPage) throws(StoreError) -> Bool {
    try replica.store.readCommitted { (reader) throws(StoreError) in
      for item in page.items {
        guard let id = try reader.provided(identifier: item.identifier)?.item else { return true }
        // What was made since the pass began is not noted; see `Transaction.noteListed`.
        if id.creation > began { continue }
        guard try reader.isListed(id, in: container) else { return true }
      }
      return false
    }
  }

  /// Notes what is not here any more: it is removed when everything that is listed together is listed.
  func noteVanished() throws {
    var key = ItemID.none
    while true {
      let some = try replica.store.readCommitted { [key] (reader) throws(StoreError) in
        try reader.vanished(from: container, since: began, after: key, limit: replica.limits.itemsPerTransaction)
      }
      guard let last = some.last else { return }
      key = last
      guard !replica.hasExpired(asked) else { throw BeginAnew() }
      try replica.change { (transaction) throws(StoreError) in
        for id in some { try transaction.noteVanished(id, from: container, since: began) }
      }
    }
  }
}
