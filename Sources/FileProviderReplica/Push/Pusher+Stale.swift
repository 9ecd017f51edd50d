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
  /// - Returns: What came of it, of the item that came furthest.
  func askForStaleItems() -> PushRequests.Asking {
    var asked: Set<Asked> = []
    do {
      let last = pushing.read { $0.lastStale }
      let (some, mayBeUnconfirmed, isAnythingMissing) = try store.readCommitted { (reader) throws(StoreError) in
        var some = try ReplicationReader(reader).staleIdentifiers(after: last, limit: Self.mostStaleItems)
        if some.isEmpty { some = try ReplicationReader(reader).staleIdentifiers(limit: Self.mostStaleItems) }
        return (
          some, try ReplicationReader(reader).isAnyCreationUnconfirmed(),
          try ReplicationReader(reader).isAnythingMissing()
        )
      }
      if !mayBeUnconfirmed, isAnythingMissing {
        try change { (transaction) throws(StoreError) in try ReplicationEditor(transaction).forgetAllMissing() }
      }
      for stale in some {
        if inFlight.isStopped { return .answered }
        // Whatever becomes of it, the next time begins with those that follow.
        pushing.withLock { $0.lastStale = stale.identifier }
        let answer = try askFor(stale)
        if answer == .isOut { return .failed }
        asked.insert(answer)
      }
    } catch {
      logger.notice("cannot store the provider's answer", metadata: [Logger.Key.error: "\(error)"])
    }
    if asked.contains(.answered) || asked.isEmpty { return .answered }
    return asked.contains(.deferred) ? .deferred : .failed
  }

  /// How many items are asked for at once.
  private static let mostStaleItems = 256

  private enum Asked {
    case answered
    /// The answer cannot be written before something else has come.
    case deferred
    /// The provider does not return the item now, for a reason of its own.
    case refused
    /// It cannot be asked for anything now.
    case isOut
  }

  private func askFor(_ stale: StaleIdentifier) throws -> Asked {
    let isInCall = try store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).provided(identifier: stale.identifier).map { (known) throws(StoreError) in
        try ProvidedReader(reader).pending(known.item)?.state == .calling
      } ?? false
    }
    // It may be the same question, or its answer would be newer.
    if isInCall { return .answered }
    return try state.asking { question in try askFor(stale, question) }
  }

  private func askFor(_ stale: StaleIdentifier, _ question: Moment) throws -> Asked {
    let item: ProvidedItem
    do { item = try calls.item(for: NSFileProviderItemIdentifier(stale.identifier)) } catch {
      let reaction = ProviderErrorPolicy(error).reaction
      if reaction == .remove {
        try endMissing(stale, asked: question)
        return .answered
      }
      if reaction == .hide {
        try listInstead(of: stale)
        return .answered
      }
      logger.debug(
        "the provider did not return an item again; retrying", metadata: Logger.metadata(error))
      if reaction == .wait || ReplicaError.isTimedOut(error) { return .isOut }
      try noteRefusal(of: stale, error)
      return .refused
    }
    do { return try write(item, stale, asked: question) ? .answered : .deferred } catch let error as StoreError {
      throw error
    } catch {
      logger.debug("asking the provider again later", metadata: Logger.metadata(error))
      return .refused
    }
  }

  /// A provider that cannot be asked for an item lists the folder where it is known to be; all folders for one that is not known.
  func listInstead(of stale: StaleIdentifier) throws(StoreError) {
    try change { (transaction) throws(StoreError) in
      let known = try ProvidedReader(transaction.reader).provided(identifier: stale.identifier)
      let folder = try known.flatMap { (known) throws(StoreError) in
        try ProvidedReader(transaction.reader).synced(known.item)?.parent
      }
      if let folder {
        try ReplicationEditor(transaction).expireListing(of: folder)
      } else {
        try ReplicationEditor(transaction).expireAllListings()
      }
      try ReplicationEditor(transaction).endStaleness(stale)
    }
    pulls.withLock { _ = $0.schedule() }
  }

  /// Lets users see why a change is not sent.
  private func noteRefusal(of stale: StaleIdentifier, _ error: any Error) throws(StoreError) {
    let error = error as NSError
    let row = try store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).provided(identifier: stale.identifier).flatMap { (known) throws(StoreError) in
        try ProvidedReader(reader).pending(known.item)
      }
    }
    guard let row, row.errorText != error.words else { return }
    try change { (transaction) throws(StoreError) in
      guard var row = try ProvidedReader(transaction.reader).pending(row.item),
        row.state == .ready || row.state == .later
      else { return }
      (row.errorDomain, row.errorCode, row.errorText) = (error.domain, Int64(error.code), error.words)
      try ReplicationEditor(transaction).write(row)
    }
  }

  /// - Returns: False where it can be written only when something else has come first.
  private func write(_ item: ProvidedItem, _ stale: StaleIdentifier, asked question: Moment) throws -> Bool {
    var (isWritten, isDeferred) = (false, false)
    var writer = try loader.applier.writer(for: ProvidedBatch(updated: [item]), asked: question)
    writer.asksAgain = false
    var isDone = false
    while !isDone {
      isDone = try loader.applier.advance(&writer) { (writer, transaction) throws(StoreError) in
        if try state.isOutdated(item.identifier, since: question, transaction.reader) { return true }
        let known = try ProvidedReader(transaction.reader).provided(identifier: item.identifier)
        if try ReplicationEditor(transaction).mayBeUnconfirmed(item, known) {
          isDeferred = true
          return true
        }
        // First: what has to be asked for again is noted anew.
        try ReplicationEditor(transaction).endStaleness(stale)
        guard try writer.advance(transaction, budget: limits.itemsPerTransaction) else { return false }
        isDeferred = try ReplicationReader(transaction.reader).isStale(stale.identifier)
        isWritten = !isDeferred
        return true
      }
    }
    if isWritten, item.kind == .folder { pulls.withLock { _ = $0.schedule() } }
    return !isDeferred
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
