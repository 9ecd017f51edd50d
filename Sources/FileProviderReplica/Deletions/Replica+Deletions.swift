import FileProviderInterface
import FileProviderStore
import LinuxSystem
import Logging
import Synchronization

/// What follows from all that the provider has said is gone.
///
/// Nothing is removed while changes are pulled or containers are listed again: at the end it is counted together, so that very much at once is held
/// until the person decides, in however many batches it was said.
extension Replica {
  /// Set while changes were told that have not come to their end: more may be gone than was said so far.
  static let openPullSetting = "replica.pull.open"

  /// Decides, and does what is decided.
  func concludeDeletions() throws(StoreError) {
    guard try store.readCommitted({ (reader) throws(StoreError) in try reader.holdsAnything() }) else {
      return tellOfRelease(isHolding: false)
    }
    if try !isPullOpen(), let mass = try store.decideOnDeletions(limits.pace) {
      logger.notice(
        """
        the provider says that \(mass.gone) of \(mass.listed) items are gone; they stay here as they are until “sync --accept-deletions” or \
        “sync --restore” says what is to be done
        """,
        metadata: [Logger.Key.count: "\(mass.gone)"])
    }
    try store.carryOutDeletions(limits.pace, isStopped: { inFlight.isStopped })
    try restoreContents()
    let held = try store.readCommitted { (reader) throws(StoreError) in try reader.heldDeletions() }
    tellOfRelease(isHolding: held.map { $0.items > 0 } ?? false)
  }

  /// The same after a listing that no pull has asked for; otherwise the pull concludes.
  func concludeDeletionsUnlessPulling() throws(StoreError) {
    if !isPulling { try concludeDeletions() }
  }

  func isPullOpen() throws(StoreError) -> Bool {
    try store.readCommitted { (reader) throws(StoreError) in try reader.setting(Self.openPullSetting) } != nil
  }

  private func tellOfRelease(isHolding: Bool) {
    let wasHolding = latches.withLock { latches in
      defer { latches.isHoldingDeletions = isHolding }
      return latches.isHoldingDeletions
    }
    if wasHolding && !isHolding { logger.notice("no deletion is held any more") }
  }

  /// Fetches the contents of documents that are to be made again. What cannot be fetched is held again.
  private func restoreContents() throws(StoreError) {
    var key = ItemID.none
    while !inFlight.isStopped {
      let some = try store.readCommitted { [key] (reader) throws(StoreError) in
        try reader.heldItems(.restoring, after: key, limit: 100)
      }
      guard let last = some.last else { return }
      key = last
      for id in some where !inFlight.isStopped { try restoreContents(of: id) }
    }
  }

  private func restoreContents(of id: ItemID) throws(StoreError) {
    do {
      try fetch(id, LoadInterest())
      let pace = limits.pace
      try change { (transaction) throws(StoreError) in
        guard try transaction.reader.heldState(of: id) == .restoring else { return }
        try transaction.createAgain(id, pace)
      }
    } catch let error as StoreError { throw error } catch {
      if inFlight.isStopped { return }
      // What fails for the moment is tried again with the next pull.
      let reaction = ProviderErrorPolicy(error).reaction
      guard reaction != .wait && reaction != .answer && reaction != .retry else { return }
      try change { (transaction) throws(StoreError) in try transaction.decide(.held, on: id) }
    }
  }
}
