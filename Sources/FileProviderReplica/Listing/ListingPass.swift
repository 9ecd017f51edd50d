import FileProviderInterface
import FileProviderStore
import Logging
import Synchronization

/// One pass over a container of the provider: page after page into the store, from where the last pass was interrupted.
///
/// Each page's items and the token of the next page are committed together. After the last page, an item that was here
/// before the pass and was not in it has vanished, and the container counts as listed.
struct ListingPass {
  /// Thrown when the pass has to begin again: changes may have been missed, or were too many to remember.
  struct BeginAnew: Error {}

  let replica: Replica
  let container: ItemID
  let identifier: NSFileProviderItemIdentifier
  let mark: ChangeJournal.Mark

  private var breaches: Breaches { replica.calls.border.breaches }

  /// After more pages than this in a row without anything new the listing counts as endless.
  static let mostEmptyPages = 1000

  /// Runs a pass over a container.
  ///
  /// - Throws: The provider's error; the store's; `BeginAnew`.
  static func run(_ replica: Replica, container: ItemID) throws {
    let found = try replica.store.readCommitted { (reader) throws(StoreError) in
      try reader.providerIdentifier(of: container)
    }
    guard let identifier = found else {
      guard try replica.store.readCommitted({ (reader) throws(StoreError) in try reader.item(container) }) != nil else {
        throw ReplicaError.noSuchItem
      }
      // It is being made again at the provider, which has nothing in it.
      return
    }
    // The order matters. Once the row in `listings` is there, changes of items in the container are no longer dropped
    // although it is not listed; once the mark is there, they win over the pages.
    let epoch = replica.journal.withLock { $0.epoch }
    let first = try begin(replica, container)
    let mark = replica.journal.withLock { $0.begin(epoch: epoch) }
    defer { replica.journal.withLock { $0.end() } }
    try ListingPass(replica: replica, container: container, identifier: identifier, mark: mark).run(from: first)
  }

  private func run(from first: NSFileProviderPage) throws {
    let request = NSFileProviderRequest(isSystemRequest: false)
    try replica.calls.withEnumerator(for: identifier, request: request) { try readPages($0, from: first) }
    try noteVanished()
    try finish()
  }

  /// - Returns: The page to begin with.
  private static func begin(_ replica: Replica, _ container: ItemID) throws(StoreError) -> NSFileProviderPage {
    let state = try replica.store.readCommitted { (reader) throws(StoreError) in try reader.listing(of: container) }
    if let state, !state.isComplete, let page = state.page { return NSFileProviderPage(page) }
    try forget(replica, container)
    try replica.change { (transaction) throws(StoreError) in
      _ = try transaction.item(container)
      try transaction.beginListing(of: container)
    }
    return NSFileProviderPage.initialPageSortedByName as NSFileProviderPage
  }

  // MARK: Pages

  private func readPages(_ enumerator: EnumeratorCalls, from first: NSFileProviderPage) throws {
    var page = first
    var seen: Set<Int> = [page.hashValue]
    var (pages, items, emptyPages) = (0, 0, 0)
    while true {
      let answer = try enumerator.page(startingAt: page)
      pages += 1
      items += answer.items.count
      guard items <= replica.limits.mostItems else {
        throw ReplicaError.broken("a folder has more than \(replica.limits.mostItems) items")
      }
      try check(answer.next, &seen)
      // That pages bring the same again is looked for only where there are very many.
      let isEmpty = try answer.items.isEmpty || pages > Self.mostEmptyPages && !hasNews(answer)
      emptyPages = isEmpty ? emptyPages + 1 : 0
      try apply(answer)
      guard let next = answer.next else { return }
      guard emptyPages <= Self.mostEmptyPages else { throw ReplicaError.broken("a listing has no end") }
      page = next
    }
  }

  private func check(_ next: NSFileProviderPage?, _ seen: inout Set<Int>) throws {
    guard let next else { return }
    guard next.rawValue.count <= NSFileProviderPage.maximumLength else {
      throw ReplicaError.broken("a page token has \(next.rawValue.count) bytes")
    }
    guard seen.insert(next.hashValue).inserted else { throw ReplicaError.broken("a page leads back to an earlier one") }
  }

  private func apply(_ page: ProvidedPage) throws {
    var rest = page.items[...]
    repeat {
      let some = rest.prefix(replica.limits.itemsPerTransaction)
      rest = rest.dropFirst(some.count)
      var tangled: [ProvidedItem] = []
      let isCurrent = try replica.change { (transaction) throws(StoreError) in
        guard !replica.journal.withLock({ $0.hasExpired(mark) }) else { return false }
        for item in some where try !apply(item, transaction) { tangled.append(item) }
        if rest.isEmpty, tangled.isEmpty, let next = page.next {
          try transaction.setListingPage(of: container, to: next.rawValue)
        }
        return true
      }
      guard isCurrent else { throw BeginAnew() }
      if !tangled.isEmpty { try untangle(tangled, next: rest.isEmpty ? page.next : nil) }
    } while !rest.isEmpty
  }

  /// Writes folders that are in this container although it is below them here: other folders have to move first.
  private func untangle(_ items: [ProvidedItem], next: NSFileProviderPage?) throws {
    try replica.apply(ProvidedBatch(updated: items), anchor: nil)
    try replica.change { (transaction) throws(StoreError) in
      for item in items {
        guard let row = try transaction.reader.provided(identifier: item.identifier),
          try transaction.reader.item(row.item)?.parent == container
        else { continue }
        try transaction.noteListed(row.item, in: container)
      }
      if let next { try transaction.setListingPage(of: container, to: next.rawValue) }
    }
  }

  /// - Returns: False for a folder that would be inside itself.
  private func apply(_ item: ProvidedItem, _ transaction: Transaction) throws(StoreError) -> Bool {
    let reader = transaction.reader
    let known = try reader.provided(identifier: item.identifier)
    // One that nobody has heard of may be an item that has got another identifier.
    var mayBeKnown = known == nil
    if mayBeKnown { mayBeKnown = try reader.isRenumbered(container) }
    if !mayBeKnown, replica.journal.withLock({ $0.hasChanged(item.identifier, since: mark) }) {
      // The changes are newer than this page, and have been written, or are about to be.
      if let known, try reader.item(known.item)?.parent == container {
        try transaction.noteListed(known.item, in: container)
      }
      return true
    }
    guard known?.item != container else {
      breaches.tell("the provider lists a folder in itself", of: item.identifier, named: item.filename)
      return true
    }
    let isAwaited = try reader.isAwaited(item)
    if isAwaited || replica.journal.withLock({ $0.wasAnswered(item.identifier, since: mark) }) {
      try transaction.askLater(for: item.identifier)
      if let known { try transaction.noteListed(known.item, in: container) }
      return true
    }
    let parent = try place(of: item, reader)
    let former = try known.flatMap { (row) throws(StoreError) in try reader.item(row.item)?.parent }
    do {
      let id = try transaction.apply(item, in: parent)
      try transaction.release(id, in: parent)
      // Another item may have had to give its name up for this one, in a folder whose own pass is over.
      if let former, former != parent { try breaches.tellOfNames(in: former, transaction) }
      if parent == container { try transaction.noteListed(id, in: container) }
      breaches.tellOfName(of: item)
      return true
    } catch {
      switch error.code {
      case .invalidMove: return false
      // The item is in the trash, and the domain has none.
      case .featureUnsupported: return true
      default: throw error
      }
    }
  }

  /// The folder for an item of the listing: this one, unless the item names another that is known here.
  private func place(of item: ProvidedItem, _ reader: StoreReader) throws(StoreError) -> ItemID {
    if item.parent.isIdentical(to: identifier.rawValue) { return container }
    let other = try reader.folder(identifiedBy: item.parent)?.id
    breaches.tell(
      "the provider lists an item that is in another folder, as it says itself", of: item.identifier,
      named: item.filename)
    return other ?? container
  }

  // MARK: The end

  private func finish() throws {
    let isCurrent = try replica.change { (transaction) throws(StoreError) in
      guard !replica.journal.withLock({ $0.hasExpired(mark) }) else { return false }
      try breaches.tellOfNames(in: container, transaction)
      try transaction.finishListing(of: container)
      return true
    }
    guard isCurrent else { throw BeginAnew() }
    try Self.forget(replica, container)
  }

  private static func forget(_ replica: Replica, _ container: ItemID) throws(StoreError) {
    while try !replica.change({ (transaction) throws(StoreError) in
      try transaction.forgetListed(in: container, limit: 2000)
    }) {}
  }
}
