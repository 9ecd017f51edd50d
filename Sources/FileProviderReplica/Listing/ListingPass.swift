import FileProviderInterface
import FileProviderStore
import FileProviderSync
import LinuxSystem
import Logging
import Synchronization

/// One pass over a container of the provider: page after page into the store, from where the last pass was interrupted.
///
/// Each page's items and the token of the next page are committed together. After the last page, an item that was here
/// before the pass and was not in it has vanished, and the container counts as listed.
struct ListingPass {
  /// Thrown when the pass has to begin again: changes may have been missed.
  struct BeginAnew: Error {}

  /// Thrown when the container has another identifier by now.
  struct Moved: Error {}

  let listings: Listings
  let container: ItemID
  let identifier: NSFileProviderItemIdentifier
  /// When its first page was asked for, by whichever process.
  let asked: Moment
  /// The generation at which it began, or the one that it goes on with.
  let began: Generation
  /// The program that wants it.
  let asker: SourceAsker?

  private var breaches: Breaches { listings.calls.border.breaches }

  /// After more pages than this in a row without anything new the listing counts as endless.
  static let mostEmptyPages = 1000

  /// Runs a pass over a container.
  ///
  /// - Parameter start: How it begins; from `start(_:_:)`.
  /// - Returns: Whether anything is noted as gone by then, by this pass or otherwise.
  /// - Throws: The provider's error; the store's; `BeginAnew`.
  static func run(_ listings: Listings, from start: Start, for asker: SourceAsker? = nil) throws -> Bool {
    // One without an identifier is being made again at the provider, which has nothing in it.
    guard let identifier = start.identifier else { return true }
    let pass = ListingPass(
      listings: listings, container: start.container, identifier: identifier, asked: start.asked, began: start.began,
      asker: asker)
    return try listings.state.asking(start.asked) { asked in
      // Before the question was open, what was reported was not noted, unless the page was stored all the while.
      guard try isStored(start, listings) else { throw BeginAnew() }
      do { return try pass.run(from: start.page) } catch  where ProviderErrorPolicy(error).reaction == .remove {
        // What the changes have reported of it since is newer than that it is gone.
        let isOutdated = try listings.store.readCommitted { (reader) throws(StoreError) in
          try listings.state.isOutdated(identifier.rawValue, since: asked, reader)
        }
        throw isOutdated ? BeginAnew() : error
      }
    }
  }

  /// Whether a pass that goes on with a stored page still does.
  private static func isStored(_ start: Start, _ listings: Listings) throws(StoreError) -> Bool {
    guard start.page != NSFileProviderPage.initialPageSortedByName as NSFileProviderPage else { return true }
    return try listings.store.readCommitted { (reader) throws(StoreError) in
      try ReplicationReader(reader).listing(of: start.container)?.page == start.page.rawValue
    }
  }

  private func run(from first: NSFileProviderPage) throws -> Bool {
    let request = listings.calls.request(for: asker)
    let last = try listings.calls.withEnumerator(for: identifier, request: request) {
      try readPages($0, from: first)
    }
    // The provider is not called any more: meanwhile another thread may.
    let end = try listings.listers.yielding { try apply(last) }
    if end == .forgotten { return false }
    // From here on what was seen is not known completely: nothing may be taken for vanished any more.
    if end == .open {
      if listings.state.containerCalls.withLock({ $0.isRunning(in: container) }) {
        try listings.change { (transaction) throws(StoreError) in
          try noteShiftAtEnd(transaction)
        }
      }
      try noteVanished()
      try finish()
    }
    try forget()
    return true
  }

  /// How much of the end of the pass was made together with its last page.
  private enum End {
    case open
    /// The container counts as listed.
    case finished
    /// What the pass has seen is forgotten, too, and nothing is noted as gone.
    case forgotten
  }

  // MARK: Pages

  /// - Returns: The last page, which is not written yet.
  private func readPages(_ enumerator: EnumeratorCalls, from first: NSFileProviderPage) throws -> ProvidedPage {
    var page = first
    var seen: Set<Int> = [page.hashValue]
    var (pages, items, emptyPages) = (0, 0, 0)
    while true {
      let answer = try enumerator.page(startingAt: page)
      pages += 1
      items += answer.items.count
      guard items <= listings.limits.mostItems else {
        throw ReplicaError.broken("a folder has more than \(listings.limits.mostItems) items")
      }
      try check(answer.next, &seen)
      // Whether pages repeat the same items is checked only where there are very many.
      let isEmpty = try answer.items.isEmpty || pages > Self.mostEmptyPages && !hasUnseenItems(answer)
      emptyPages = isEmpty ? emptyPages + 1 : 0
      guard let next = answer.next else { return answer }
      _ = try apply(answer)
      guard emptyPages <= Self.mostEmptyPages else { throw ReplicaError.broken("a listing does not end") }
      page = next
    }
  }

  private func check(_ next: NSFileProviderPage?, _ seen: inout Set<Int>) throws {
    guard let next else { return }
    guard next.rawValue.count <= NSFileProviderPage.maximumLength else {
      throw ReplicaError.broken("a page token has \(next.rawValue.count) bytes")
    }
    guard seen.insert(next.hashValue).inserted else { throw ReplicaError.broken("a page repeats an earlier one") }
  }

  private func apply(_ page: ProvidedPage) throws -> End {
    var rest = page.items[...]
    var end = End.open
    // What cannot be written with the others.
    var aside: Set<String> = []
    repeat {
      let some = rest.prefix(listings.limits.itemsPerTransaction)
      let after = rest.dropFirst(some.count)
      var tangled: [ProvidedItem] = []
      var failing: String?
      let change = { [aside] (transaction: Transaction) throws(StoreError) -> Bool? in
        guard !listings.state.hasExpired(asked) else { return false }
        guard try ProvidedReader(transaction.reader).providerIdentifier(of: container) == identifier else { return nil }
        // An earlier attempt may have been rolled back.
        (tangled, end) = ([], .open)
        for item in some {
          failing = item.identifier
          let isWritten = try aside.contains(item.identifier) ? false : apply(item, transaction)
          if !isWritten { tangled.append(item) }
        }
        failing = nil
        guard after.isEmpty, tangled.isEmpty else { return true }
        if let next = page.next {
          try ReplicationEditor(transaction).storePage(next.rawValue, of: container, since: began, asked: asked)
        } else {
          end = try finishAtOnce(transaction)
        }
        return true
      }
      let isCurrent: Bool?
      do throws(StoreError) { isCurrent = try listings.change(weight: some.count, change) } catch {
        guard error.isOfOneItem, let failing, aside.insert(failing).inserted else { throw error }
        continue
      }
      rest = after
      guard let isCurrent else { throw Moved() }
      guard isCurrent else { throw BeginAnew() }
      if !tangled.isEmpty { try untangle(tangled, next: rest.isEmpty ? page.next : nil) }
    } while !rest.isEmpty
    return end
  }

  /// Writes folders that are in this container although it is below them here: other folders have to move first. What cannot be written at all is left
  /// out there.
  private func untangle(_ items: [ProvidedItem], next: NSFileProviderPage?) throws {
    try listings.applier.apply(ProvidedBatch(updated: items), anchor: nil, asked: asked)
    let isCurrent = try listings.change { (transaction) throws(StoreError) in
      guard try ProvidedReader(transaction.reader).providerIdentifier(of: container) == identifier else { return false }
      for item in items {
        guard let row = try ProvidedReader(transaction.reader).provided(identifier: item.identifier),
          try transaction.reader.item(row.item)?.parent == container
        else { continue }
        try ReplicationEditor(transaction).noteListed(row.item, in: container)
      }
      if let next {
        try ReplicationEditor(transaction).storePage(next.rawValue, of: container, since: began, asked: asked)
      }
      return true
    }
    guard isCurrent else { throw Moved() }
  }

  /// - Returns: False for a folder that would be inside itself.
  private func apply(_ item: ProvidedItem, _ transaction: Transaction) throws(StoreError) -> Bool {
    let reader = transaction.reader
    let known = try ProvidedReader(reader).provided(identifier: item.identifier)
    // An unknown one may be an item that has got another identifier.
    var mayBeKnown = known == nil
    if mayBeKnown {
      mayBeKnown =
        try ReplicationEditor(transaction).isAnythingUnconfirmed()
        ? ReplicationReader(reader).isRenumbered(container) : false
    }
    let reported = try listings.state.reported(of: item.identifier, since: asked, reader)
    if !mayBeKnown, reported.contains(.change) {
      // The changes are newer than this page, and have been written, or are being written.
      if let known, try reader.item(known.item)?.parent == container {
        try ReplicationEditor(transaction).noteListed(known.item, in: container)
      }
      return true
    }
    guard known?.item != container else {
      breaches.log("the provider lists a folder inside itself", of: item.identifier, named: item.filename)
      return true
    }
    let mayBeUnconfirmed = try ReplicationEditor(transaction).mayBeUnconfirmed(item, known)
    let decisions = listings.state.decisions
    decisions((.write(item, isOvertaken: reported.contains(.answer)), reader))
    defer { decisions((.written(item), reader)) }
    if mayBeUnconfirmed || reported.contains(.answer) {
      try ReplicationEditor(transaction).markStale(for: item.identifier)
      if let known { try ReplicationEditor(transaction).noteListed(known.item, in: container) }
      return true
    }
    let parent = try place(of: item, reader)
    let former = try known.flatMap { (row) throws(StoreError) in try reader.item(row.item)?.parent }
    do {
      let id = try ApplyingEditor(transaction).apply(item, known, in: parent)
      try MassDeletionEditor(transaction).withdrawHeldDeletion(of: id, in: parent)
      // Another item may have had to give its name up for this one, in a folder whose own pass is over.
      if let former, former != parent { try breaches.logNames(in: former, transaction) }
      if parent == container { try ReplicationEditor(transaction).noteListed(id, in: container, since: began) }
      breaches.logName(of: item)
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
    let other = try ProvidedReader(reader).folder(identifiedBy: item.parent)?.id
    breaches.log(
      "the provider lists an item in a folder that is not its parent", of: item.identifier,
      named: item.filename)
    return other ?? container
  }

  // MARK: The end

  /// Ends a pass together with its last page, where nothing has vanished and little is to be forgotten: with small folders a commit costs more than
  /// what is committed.
  private func finishAtOnce(_ transaction: Transaction) throws(StoreError) -> End {
    try noteShiftAtEnd(transaction)
    guard
      try ReplicationReader(transaction.reader).vanished(from: container, since: began, after: .none, limit: 1).isEmpty
    else {
      return .open
    }
    try breaches.logNames(in: container, transaction)
    try ReplicationEditor(transaction).finishListing(of: container, since: began)
    guard try forget(transaction), try !ReplicationEditor(transaction).isAnythingHeld() else { return .finished }
    return .forgotten
  }

  private func finish() throws {
    let isCurrent = try listings.change { (transaction) throws(StoreError) in
      guard !listings.state.hasExpired(asked) else { return false }
      try breaches.logNames(in: container, transaction)
      try ReplicationEditor(transaction).finishListing(of: container, since: began)
      return true
    }
    guard isCurrent else { throw BeginAnew() }
  }

  private func forget() throws(StoreError) {
    while try !listings.change({ (transaction) throws(StoreError) in try forget(transaction) }) {}
  }

  /// Forgets some of what this pass has seen; what another one has begun to see is that one's.
  ///
  /// - Returns: Whether nothing is left to forget.
  private func forget(_ transaction: Transaction) throws(StoreError) -> Bool {
    guard try ReplicationReader(transaction.reader).listing(of: container)?.began == began else { return true }
    return try ReplicationEditor(transaction).forgetListed(in: container, limit: listings.limits.itemsPerTransaction)
  }
}
