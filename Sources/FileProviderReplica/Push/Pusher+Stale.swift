import FileProviderInterface
import FileProviderStore
import FileProviderSync
import LinuxSystem
import Logging
import Synchronization

/// Asking again for what the provider reported while it could not be written: of items that may be just being created, or which a call has changed since.
extension Pusher {
  /// Asks for some of them once, and the next time for those that follow. What still cannot be written stays noted, and so does the rest where the provider
  /// cannot be asked.
  ///
  /// - Returns: Whether the provider answered for any.
  func askForStaleItems() -> Bool {
    var (isAnythingAnswered, isAnythingRefused) = (false, false)
    do {
      let last = pushing.read { $0.lastStale }
      let (some, mayBeUnconfirmed, isAnythingMissing) = try store.readCommitted { (reader) throws(StoreError) in
        (
          try ReplicationReader(reader).staleIdentifiers(after: last, limit: Self.mostStaleItems),
          try ReplicationReader(reader).isAnyCreationUnconfirmed(),
          try ReplicationReader(reader).isAnythingMissing()
        )
      }
      if !mayBeUnconfirmed, isAnythingMissing {
        try change { (transaction) throws(StoreError) in try ReplicationEditor(transaction).forgetAllMissing() }
      }
      for stale in some {
        if inFlight.isStopped { return true }
        switch try askFor(stale) {
        case .answered: isAnythingAnswered = true
        case .refused: isAnythingRefused = true
        case .isOut: return false
        }
        pushing.withLock { $0.lastStale = stale.identifier }
      }
      if some.count < Self.mostStaleItems { pushing.withLock { $0.lastStale = "" } }
    } catch {
      logger.notice("cannot store the provider's answer", metadata: [Logger.Key.error: "\(error)"])
    }
    return isAnythingAnswered || !isAnythingRefused
  }

  /// How many items are asked for at once.
  private static let mostStaleItems = 256

  private enum Asked {
    case answered
    /// The provider does not return the item now, for a reason of its own.
    case refused
    /// It cannot be asked for anything now.
    case isOut
  }

  private func askFor(_ stale: StaleIdentifier) throws -> Asked {
    try state.asking { question in try askFor(stale, question) }
  }

  private func askFor(_ stale: StaleIdentifier, _ question: Moment) throws -> Asked {
    let item: ProvidedItem
    do { item = try calls.item(for: NSFileProviderItemIdentifier(stale.identifier)) } catch {
      let reaction = ProviderErrorPolicy(error).reaction
      if reaction == .remove {
        try endMissing(stale, asked: question)
        return .answered
      }
      logger.debug(
        "the provider did not return an item again; retrying", metadata: Logger.metadata(error))
      return reaction == .wait || ReplicaError.isTimedOut(error) ? .isOut : .refused
    }
    do { try write(item, stale, asked: question) } catch let error as StoreError { throw error } catch {
      logger.debug("asking the provider again later", metadata: Logger.metadata(error))
    }
    return .answered
  }

  private func write(_ item: ProvidedItem, _ stale: StaleIdentifier, asked question: Moment) throws {
    var writer = try loader.applier.writer(for: ProvidedBatch(updated: [item]), asked: question)
    writer.asksAgain = false
    var isDone = false
    while !isDone {
      isDone = try loader.applier.advance(&writer) { (writer, transaction) throws(StoreError) in
        if try state.isOutdated(item.identifier, since: question, transaction.reader) { return true }
        let known = try ProvidedReader(transaction.reader).provided(identifier: item.identifier)
        guard try !ReplicationEditor(transaction).mayBeUnconfirmed(item, known) else { return true }
        // First: what has to be asked for again is noted anew.
        try ReplicationEditor(transaction).endStaleness(stale)
        return try writer.advance(transaction, budget: limits.itemsPerTransaction)
      }
    }
    if item.kind == .folder { pulls.withLock { _ = $0.schedule() } }
  }

  /// The provider does not have it any more, unless it has reported something of it since it was asked.
  private func endMissing(_ stale: StaleIdentifier, asked question: Moment) throws {
    let gone = try change { (transaction) throws(StoreError) -> ProvidedRow? in
      // It stays noted, and is asked for again.
      if try state.isOutdated(stale.identifier, since: question, transaction.reader) { return nil }
      guard let row = try ProvidedReader(transaction.reader).provided(identifier: stale.identifier) else {
        // The answer to a creation may show yet that this was it.
        if try ReplicationReader(transaction.reader).isAnyCreationUnconfirmed() {
          try ReplicationEditor(transaction).markMissing(stale.identifier)
        }
        try ReplicationEditor(transaction).endStaleness(stale)
        return nil
      }
      if try ProvidedReader(transaction.reader).pending(row.item)?.state == .calling {
        try ReplicationEditor(transaction).ask(for: row.item)
        try ReplicationEditor(transaction).endStaleness(stale)
        return nil
      }
      return row
    }
    guard let gone else { return }
    try state.removeHere(gone.item, known: gone)
    // After that: a process that ends in between leaves it to the next one.
    try change { (transaction) throws(StoreError) in try ReplicationEditor(transaction).endStaleness(stale) }
  }
}
