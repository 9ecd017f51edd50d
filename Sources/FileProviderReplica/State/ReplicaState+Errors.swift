import FileProviderInterface
import FileProviderStore
import Logging
import Synchronization

/// What follows from a provider's error; see `ProviderErrorPolicy`.
extension ReplicaState {
  /// Draws the consequences of an error, and throws it.
  ///
  /// - Parameter known: What was known of the item when the provider was asked.
  func react(to error: any Error, of item: ItemID, known: ProvidedRow? = nil) throws -> Never {
    note(error, of: item)
    switch ProviderErrorPolicy(error).reaction {
    case .remove: try removeHere(item, known: known)
    case .hide: try hide(item)
    default: break
    }
    throw error
  }

  /// Logs an error, and latches its item if the error calls for that.
  func note(_ error: any Error, of item: ItemID) {
    var metadata = Logger.metadata(error)
    metadata[Logger.Key.item] = "\(item)"
    if error is StoreError {
      logger.notice("cannot store the provider's answer", metadata: metadata)
      return
    }
    if ReplicaError.isBreach(error) { logBreach(error, of: item) }
    let reaction = ProviderErrorPolicy(error).reaction
    guard reaction == .wait || reaction == .park else {
      logger.info("the provider answered with an error", metadata: metadata)
      return
    }
    let isNew = latches.withLock { $0.set(error, for: item) }
    notifyUser(of: error)
    logger.log(
      level: isNew && reaction == .wait ? .notice : .debug,
      "the provider is not asked for this item again until it signals", metadata: metadata)
  }

  /// Logs an item that the provider gets wrong, for the user.
  private func logBreach(_ error: any Error, of item: ItemID) {
    let row = try? store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).provided(item) }
    let fixed = item == .root ? "the root" : item == .trash ? "the trash" : "the changes of all items"
    calls.border.breaches.log(
      error.localizedDescription, of: row?.identifier ?? fixed, named: row?.filename)
  }

  private func logMissingContents(_ id: ItemID) {
    let row = try? store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).provided(id) }
    guard let row else { return }
    calls.border.breaches.log(
      "the provider cannot deliver a document's contents", of: row.identifier, named: row.filename)
  }

  /// Removes an item that the provider does not have any more, some rows at a time, unless it is a mass deletion, on which the user decides. The root
  /// stays, whatever a provider reports, and without it so does the item.
  ///
  /// - Parameter known: What was known of it when the provider reported it: where that is something else by now, another one has its identifier.
  func removeHere(_ id: ItemID, known: ProvidedRow? = nil) throws {
    guard id != .root else { return }
    let isRootThere = calls.failureOfRoot() == nil
    if id == .trash { return isRootThere ? try hide(id) : () }
    guard !id.isFixed else { return }
    let identifier = try store.readCommitted { (reader) throws(StoreError) in
      try reader.item(id) == nil ? nil : ProvidedReader(reader).provided(id)?.identifier
    }
    while try !change({ (transaction) throws(StoreError) in
      let reader = transaction.reader
      guard let parent = try reader.item(id)?.parent, try !ReplicationReader(reader).isIdentifierUnconfirmed(id) else {
        return true
      }
      if let known {
        // Nor where it is uploaded or asked for again by now: the answer decides, and would find it in “Rescued” as well.
        let pending = try ProvidedReader(reader).pending(id)
        if try ProvidedReader(reader).provided(id) != known || pending?.state == .calling || pending?.isStale == true {
          return true
        }
      }
      guard isRootThere else {
        try ReplicationEditor(transaction).noteGone(id, .absent)
        return true
      }
      guard try MassDeletionEditor(transaction).removeGone(id, limit: limits.itemsPerTransaction) else { return false }
      try RescueEditor(transaction).giveBackNames(in: parent)
      if let identifier, try ProvidedReader(reader).provided(identifier: identifier) == nil {
        try ReplicationEditor(transaction).markSeeminglyGone(identifier)
      }
      return true
    }) {}
    try concludeDeletionsLater()
    try carryOutLater(id)
  }

  /// Hides a container that the provider does not support: the trash for good, a folder until it is reported again. A document whose contents
  /// cannot be had is still there.
  private func hide(_ id: ItemID) throws {
    guard id == .trash else {
      let item = try store.readCommitted { (reader) throws(StoreError) in try reader.item(id) }
      if item?.isFolder == true { try removeHere(id) } else { logMissingContents(id) }
      return
    }
    try change { (transaction) throws(StoreError) in try ReplicationEditor(transaction).hideTrash() }
  }
}
