import FileProviderInterface
import FileProviderStore
import FileProviderSync
import Synchronization

/// How a pass begins.
extension ListingPass {
  struct Start: Sendable {
    let container: ItemID
    /// When it began: before its first page was asked for, and when the changes of what is in it were not left out any more.
    var asked = Moment.zero
    /// What the provider calls the container; `nil` while it is being made again there.
    var identifier: NSFileProviderItemIdentifier?
    /// What the provider reported of the container, unless it is a fixed one.
    var known: ProvidedRow?
    var page = NSFileProviderPage.initialPageSortedByName as NSFileProviderPage
    /// The generation at which the pass began.
    var began = Generation.zero
  }

  /// Begins a pass, or goes on with one, unless that is done already.
  ///
  /// The order matters. Once the row in `listings` is there, changes of items in the container are no longer left out although it is not listed. What they
  /// report after that wins over the pages, so the pass gets its number in the same transaction.
  static func start(_ listings: Listings, _ container: ItemID) throws -> Start {
    let kept = listings.begun.withLock { $0.removeValue(forKey: container) }
    if let kept, try isUntouched(kept, listings) { return kept }
    while true {
      let found = try listings.change(weight: 1) { (transaction) throws(StoreError) in
        try start(listings, container, transaction, limit: listings.limits.itemsPerTransaction)
      }
      switch found {
      case .begun(let start): return start
      case .isGone: throw ReplicaError.noSuchItem
      case .hasMoreToForget: break
      }
    }
  }

  /// Whether a pass that was begun was neither continued nor ended since, and no other one begun: from its page on a listing would lack what is before.
  private static func isUntouched(_ start: Start, _ listings: Listings) throws(StoreError) -> Bool {
    try listings.store.readCommitted { (reader) throws(StoreError) in
      guard let state = try ReplicationReader(reader).listing(of: start.container) else { return false }
      return state.began == start.began && state.page == nil && !state.isComplete
    }
  }

  /// Begins many passes in one transaction, each of which `start(_:_:)` finds: with small folders a commit for each takes longer than all else.
  ///
  /// What a load lists, or one has begun to list, is left to it. Whether there is a load is asked for in the transaction: one that comes later finds
  /// what is begun here, and one that has come earlier is still there, or at its end.
  static func startTogether(_ listings: Listings, _ containers: ArraySlice<ItemID>, besides loads: Loads)
    throws(StoreError)
  {
    let limit = listings.limits.itemsPerTransaction
    try listings.change { (transaction) throws(StoreError) in
      for container in containers where !loads.has(.listing(container)) {
        if let state = try ReplicationReader(transaction.reader).listing(of: container), !state.isComplete,
          state.page != nil
        {
          continue
        }
        guard case .begun(let start) = try start(listings, container, transaction, limit: limit),
          start.identifier != nil
        else { continue }
        listings.begun.withLock { $0[container] = start }
      }
    }
  }

  /// Forgets what was begun together and is not used: another load has listed it, or no load has begun.
  static func forgetStarts(_ listings: Listings, _ containers: [ItemID]) {
    listings.begun.withLock { for container in containers { $0[container] = nil } }
  }

  private enum Found {
    case begun(Start)
    case isGone
    /// What an earlier pass has seen; some of it is forgotten now.
    case hasMoreToForget
  }

  private static func start(
    _ listings: Listings, _ container: ItemID, _ transaction: Transaction, limit: Int
  ) throws(StoreError) -> Found {
    guard try transaction.reader.item(container) != nil else { return .isGone }
    var start = Start(container: container)
    if container.isFixed {
      start.identifier = try ProvidedReader(transaction.reader).providerIdentifier(of: container)
    } else {
      start.known = try ProvidedReader(transaction.reader).provided(container)
      start.identifier = start.known.map { NSFileProviderItemIdentifier($0.identifier) }
    }
    guard start.identifier != nil else { return .begun(start) }
    if let state = try ReplicationReader(transaction.reader).listing(of: container), !state.isComplete,
      let page = state.page
    {
      // Its pages may show what there was when it began.
      (start.page, start.began, start.asked) = (NSFileProviderPage(page), state.began, state.asked)
      return .begun(start)
    }
    guard try ReplicationEditor(transaction).forgetListed(in: container, limit: limit) else { return .hasMoreToForget }
    try ReplicationEditor(transaction).beginListing(of: container)
    start.began = transaction.generation
    start.asked = listings.state.questions.withLock { $0.next() }
    return .begun(start)
  }
}
