package import FileProviderSync
package import Foundation
import FileProviderSQLite

/// The steps of a pass over a container; see `ListingState`.
extension ReplicationEditor {
  /// Begins a pass at the first page.
  package func beginListing(of container: ItemID) throws(StoreError) {
    try writeListing(of: container, page: nil, began: transaction.generation, isComplete: false)
  }

  /// Notes that a container is to be listed from its first page on, whatever pass is under way.
  func restartListing(of container: ItemID) throws(StoreError) {
    try writeListing(of: container, page: nil, began: .beforeEverything, isComplete: false)
  }

  /// Notes that the provider has nothing in a container that is new there: from then on its changes are reported.
  func noteEmpty(_ container: ItemID) throws(StoreError) {
    try writeListing(of: container, page: nil, began: transaction.generation, isComplete: true)
  }

  /// Notes that a pass has seen an item.
  package func noteListed(_ item: ItemID, in container: ItemID) throws(StoreError) {
    let row = try reader.statement(.insertListed)
    row.bind(1, container)
    row.bind(2, item)
    try row.run()
  }

  /// Notes in a pass that is under way that the provider has an item in the container: it may have got there after its page.
  func noteListed(_ item: ItemID, among container: ItemID) throws(StoreError) {
    guard let state = try ReplicationReader(reader).listing(of: container), !state.isComplete else { return }
    try noteListed(item, in: container, since: state.began)
  }

  /// Notes that a pass has seen an item. One that was made since the pass began cannot vanish from it, and needs no note.
  package func noteListed(_ item: ItemID, in container: ItemID, since began: Generation) throws(StoreError) {
    if item.creation <= began { try noteListed(item, in: container) }
  }

  /// Stores the token of the next page, together with the items of the one before; not where the container is to be listed from the first page on.
  ///
  /// - Parameters:
  ///   - began: The generation at which the pass began.
  ///   - asked: When its first page was asked for.
  package func storePage(
    _ page: Data, of container: ItemID, since began: Generation, asked: Moment
  ) throws(StoreError) {
    guard try ReplicationReader(reader).isUnderWay(container, since: began) else { return }
    let row = try reader.statement(.setListingPage)
    row.bind(1, blob: [UInt8](page))
    row.bind(2, asked)
    row.bind(3, container)
    try row.run()
  }

  /// Notes that an item is gone that a pass has not seen, unless it has been seen meanwhile.
  ///
  /// - Parameter began: The generation at which the pass began.
  package func noteVanished(_ id: ItemID, from container: ItemID, since began: Generation) throws(StoreError) {
    let before = ItemID(rawValue: id.rawValue - 1)
    guard try ReplicationReader(reader).vanished(from: container, since: began, after: before, limit: 1).first == id
    else { return }
    if let pending = try ProvidedReader(reader).pending(id), pending.state != .local {
      // It may be elsewhere by now: that decides what becomes of the pending changes.
      return try ask(for: id)
    }
    // One that the provider is just being asked to put elsewhere is known after the answer.
    guard try !ReplicationReader(reader).isPlaceUnconfirmed(id) else { return }
    try noteGone(id, .absent)
  }

  /// Notes that a call changes which items a container has at the provider. A listing that is under way may lack some of them, since each page begins where
  /// the items before it end: it goes on, does not count, and is made once more.
  ///
  /// - Returns: Whether one was under way.
  package func noteShift(in container: ItemID) throws(StoreError) -> Bool {
    guard try ReplicationReader(reader).isBeingListed(container) else { return false }
    try restartListing(of: container)
    return true
  }

  /// Notes that calls of an earlier process may have changed which items containers have, while that listed them.
  package func noteShiftsOfBefore() throws(StoreError) {
    guard try !ProvidedReader(reader).itemsInCalls().isEmpty else { return }
    for container in try ReplicationReader(reader).containersBeingListed() { try restartListing(of: container) }
  }

  /// Ends a pass: the container is now as the provider has it, unless it is to be listed once more.
  ///
  /// - Parameter began: The generation at which the pass began.
  package func finishListing(of container: ItemID, since began: Generation) throws(StoreError) {
    if try ReplicationReader(reader).isUnderWay(container, since: began) {
      try writeListing(of: container, page: nil, began: began, isComplete: true)
      try forgetRenumbering(of: container)
    }
    let item = try transaction.item(container)
    guard item.flags.contains(.unlisted) else { return }
    try transaction.setFlags(.unlisted, false, of: container)
    // The date moves forward, for programs that compare dates to see whether their list is still valid.
    let row = try reader.statement(.touchListedFolder)
    row.bind(1, transaction.time.rawValue)
    row.bind(2, container)
    try row.run()
    transaction.forget(container)
  }

  /// Forgets what finished passes have seen, some rows at a time.
  ///
  /// - Returns: Whether nothing is left to forget.
  package func forgetListed(in container: ItemID, limit: Int) throws(StoreError) -> Bool {
    guard try ReplicationReader(reader).isAnythingListed(in: container) else { return true }
    let row = try reader.statement(.deleteListed)
    row.bind(1, container)
    row.bind(2, Int64(limit))
    defer { row.reset() }
    var count = 0
    while try row.step() { count += 1 }
    return count < limit
  }

  /// Marks all containers listed so far to be listed again, since changes may have been missed.
  package func expireAllListings() throws(StoreError) {
    try reader.statement(.expireListings).run()
  }

  /// Marks one container to be listed again.
  package func expireListing(of container: ItemID) throws(StoreError) {
    if try ReplicationReader(reader).listing(of: container) != nil { try restartListing(of: container) }
  }

  /// Has listings begin anew that would go on with a stored page.
  package func dropListingPages() throws(StoreError) { try reader.statement(.restartListings).run() }

  /// Stores the anchor from which changes of the working set are asked for.
  package func setAnchor(_ anchor: Data?) throws(StoreError) {
    try writeListing(of: .none, page: anchor, began: .zero, isComplete: anchor != nil)
  }

  private func writeListing(
    of container: ItemID, page: Data?, began: Generation, isComplete: Bool
  ) throws(StoreError) {
    let row = try reader.statement(.setListing)
    row.bind(1, container)
    row.bind(2, blob: page.map { [UInt8]($0) })
    row.bind(3, began)
    row.bind(4, isComplete ? 1 : 0)
    try row.run()
  }
}

extension ReplicationReader {
  private static let beingListedSQL = SQLText(
    "SELECT item FROM listings WHERE item <> 0 AND complete = 0 AND pass >= 0")

  /// Whether a pass over a container is under way that counts.
  package func isBeingListed(_ container: ItemID) throws(StoreError) -> Bool {
    guard let state = try listing(of: container) else { return false }
    return !state.isComplete && state.began != .beforeEverything
  }

  fileprivate func containersBeingListed() throws(StoreError) -> [ItemID] {
    let statement = try reader.statement(Self.beingListedSQL)
    return try reader.numbers(statement)
  }

  /// Whether the pass over a container that began at a generation is the one that counts.
  fileprivate func isUnderWay(_ container: ItemID, since began: Generation) throws(StoreError) -> Bool {
    guard let state = try listing(of: container) else { return false }
    return state.began == began && !state.isComplete
  }
}

extension ReplicationEditor {
  /// Assigns the store to a provider, at first use: nothing of the provider's is known yet.
  ///
  /// - Parameters:
  ///   - name: The value of `setting("provider")` from now on.
  ///   - hasTrash: Whether the provider has a trash.
  package func adoptProvider(_ name: String, hasTrash: Bool) throws(StoreError) {
    if try reader.setting("provider") == nil {
      try transaction.setFlags(.unlisted, true, of: .root)
      try transaction.setFlags(.unlisted, true, of: .trash)
    }
    if try reader.setting("provider") != name { try transaction.changeSetting("provider", to: name) }
    if !hasTrash { try hideTrash() }
  }

  /// Notes that the domain has no trash.
  package func hideTrash() throws(StoreError) {
    try transaction.changeSetting("trash", to: "none")
    try transaction.setFlags(.unlisted, false, of: .trash)
    try transaction.deleteRows(of: .trash, .deleteListing)
  }
}
