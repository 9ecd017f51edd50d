import FileProviderInterface
import FileProviderStore
import LinuxSystem
import Logging
import Synchronization

/// Documents that the user restores, and that the provider has to be asked about first.
extension Deletions {
  /// Lists the unlisted folders that are new since something is gone: what was moved may be in them. Each is listed once as long as something is to be
  /// created again: what cannot be listed, and what is too much, is no reason to make a user wait.
  func listNewFolders() throws(StoreError) {
    guard
      try store.readCommitted({ (reader) throws(StoreError) in try MassDeletionReader(reader).isAnythingRestored() })
    else {
      return newFolders.withLock { $0 = [] }
    }
    var report = SynchronizationReport()
    var listed = newFolders.withLock { $0 }
    // What is found by that is listed, too: it has greater numbers.
    var key = ItemID.none
    while !inFlight.isStopped, listed.count < limits.mostSearchedFolders {
      let room = min(256, limits.mostSearchedFolders - listed.count)
      let some = try store.readCommitted { [key] (reader) throws(StoreError) in
        try MassDeletionReader(reader).newFolders(after: key, limit: room)
      }
      guard let last = some.last else { break }
      key = last
      loader.list(some.filter { listed.insert($0).inserted }, &report)
    }
    newFolders.withLock { [listed] in $0 = listed }
    guard let failure = report.failures.first else { return }
    var metadata = Logger.metadata(failure.error)
    metadata[Logger.Key.count] = "\(report.failures.count)"
    logger.info(
      "cannot list new folders; documents moved into them are created again in their old place",
      metadata: metadata)
  }

  /// Whether all is known that the provider has reported: one that is gone may be among it. Waits for that a short time, and for some rounds: what the
  /// provider refuses to be asked for is no reason to make a user wait.
  func mayRestore() throws(StoreError) -> Bool {
    func isToBeAsked() throws(StoreError) -> Bool {
      try store.readCommitted { (reader) throws(StoreError) in
        guard try MassDeletionReader(reader).isAnythingRestored() else { return false }
        return try ReplicationReader(reader).isAnythingUnknownStale()
      }
    }
    for _ in 0..<Self.mostPauses where try isToBeAsked() {
      pushing.withLock { $0.request() }
      guard (try? inFlight.pause(limits.firstPause)) != nil else { return false }
    }
    let isLeft = try isToBeAsked()
    return waits.withLock { waits in
      waits = isLeft ? waits + 1 : 0
      return waits == 0 || waits > Self.mostWaits
    }
  }

  private static let mostPauses = 8
  private static let mostWaits = 16

  /// Has documents made again: fetches their contents, and looks whether the provider has them elsewhere. What cannot be fetched is held again.
  ///
  /// - Returns: Whether any are to be removed instead, because they were only moved there.
  func restoreDocuments(_ report: inout SynchronizationReport) throws(StoreError) -> Bool {
    var key = ItemID.none
    var moved = 0
    // What a document may have become about which it is not decided yet.
    var waiting: Set<ItemID> = []
    rounds: while !inFlight.isStopped {
      let (some, found) = try store.restoring(after: key)
      guard let last = some.last else { break }
      key = last
      for id in some where !inFlight.isStopped && !waiting.contains(id) {
        switch try restore(id, unless: found, &report) {
        case .isElsewhere: moved += 1
        case .isMadeAgain: continue
        case .isOpen: waiting.formUnion(found.successors[id] ?? [])
        case .isBlocked: break rounds
        }
      }
    }
    if moved > 0 {
      logger.notice(
        "\(moved) documents to be created again were found moved at the provider",
        metadata: [Logger.Key.count: "\(moved)"])
    }
    return moved > 0
  }

  /// Forgets what documents have become that were gone: nothing is any more.
  func forgetClaims() throws(StoreError) {
    guard try store.readCommitted({ (reader) throws(StoreError) in try ReplicationReader(reader).hasClaims() }) else {
      return
    }
    var isDone = false
    while !isDone, !inFlight.isStopped {
      isDone = try change { (transaction) throws(StoreError) in
        try ReplicationEditor(transaction).forgetSomeClaims(limit: limits.itemsPerTransaction)
      }
    }
  }

  private enum Restoration {
    case isMadeAgain
    /// The provider has the document under another identifier.
    case isElsewhere
    /// Not now.
    case isOpen
    /// Nor is any other: the provider cannot be asked. The next pull goes on.
    case isBlocked
  }

  /// Has the next round find out what has become of an item that has gone again: it may have been moved once more, and what would be made again with it.
  private func askAgain(for id: ItemID, _ report: inout SynchronizationReport) throws(StoreError) {
    try change { (transaction) throws(StoreError) in
      if let row = try ProvidedReader(transaction.reader).provided(id) {
        try ReplicationEditor(transaction).markStale(for: row.identifier)
      }
    }
    // While nothing is asked for, each round would find it as it is.
    if pushing.withLock({ $0.remainingPause() }) != nil {
      report.isPutOff = true
    } else {
      pulls.withLock { _ = $0.schedule() }
    }
  }

  private func restore(
    _ id: ItemID, unless found: MovedAway, _ report: inout SynchronizationReport
  ) throws(StoreError) -> Restoration {
    do {
      for other in found.successors[id] ?? [] {
        let isGone = try store.readCommitted { (reader) throws(StoreError) in
          try ProvidedReader(reader).heldState(of: other) != nil
        }
        let contents = SentContents(state: state)
        guard let isSame = try isGone ? contents.isSameHere(id, as: other) : contents.isSame(id, as: other) else {
          try askAgain(for: other, &report)
          return .isOpen
        }
        if !isSame { continue }
        let restoration = try change { (transaction) throws(StoreError) -> Restoration? in
          guard try ProvidedReader(transaction.reader).heldState(of: id) == .restoring,
            try ProvidedReader(transaction.reader).heldState(of: other) == (isGone ? .restoring : nil)
          else { return .isOpen }
          guard try ReplicationEditor(transaction).claimSuccessor(other) else { return nil }
          try MassDeletionEditor(transaction).decide(.accepted, on: id)
          return .isElsewhere
        }
        if let restoration { return restoration }
      }
      // A user may have decided on folders just now: the next round creates those again.
      let isReady = try store.readCommitted { (reader) throws(StoreError) in
        guard try !ReplicationReader(reader).isPlaceUnconfirmed(id) else { return false }
        return try reader.item(id)?.kind == .file
      }
      guard isReady else { return .isOpen }
      try loader.contents.fetch(id, LoadInterest())
      let pace = limits.pace
      return try change { (transaction) throws(StoreError) in
        guard try ProvidedReader(transaction.reader).heldState(of: id) == .restoring,
          try !ReplicationReader(transaction.reader).isPlaceUnconfirmed(id)
        else { return .isOpen }
        // Another thread may have listed what it has become.
        guard try MassDeletionReader(transaction.reader).successors(of: [id], cameAfter: found.seen).isEmpty else {
          pulls.withLock { _ = $0.schedule() }
          return .isOpen
        }
        try PendingEditor(transaction).createAgain(id, pace)
        return .isMadeAgain
      }
    } catch let error as StoreError { throw error } catch {
      if inFlight.isStopped { return .isOpen }
      // What fails for the moment is tried again with the next pull.
      let reaction = ProviderErrorPolicy(error).reaction
      if reaction == .wait { return .isBlocked }
      guard reaction != .answer && reaction != .retry else { return .isOpen }
      try change { (transaction) throws(StoreError) in try MassDeletionEditor(transaction).decide(.held, on: id) }
      return .isOpen
    }
  }
}
