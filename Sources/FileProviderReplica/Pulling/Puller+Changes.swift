import FileProviderInterface
import FileProviderStore
import FileProviderSync
import LinuxSystem
import Logging
import Synchronization

/// Pulling the changes of the working set.
extension Puller {
  /// Asks for changes from the last anchor until there are no more.
  ///
  /// Called by the one thread that pulls, so that there are never two enumerations of the working set, and the anchor
  /// never goes back.
  ///
  /// - Parameter isAsked: Whether a user wants to have what is at the provider now: then the request is that of a program.
  /// - Returns: The generation of the last that was reported; where the last answer had nothing, that at which it was asked for. What comes after it may have
  /// been moved since the provider looked.
  /// - Throws: The provider's error, after the tries that are due; the store's.
  @discardableResult
  func pullChanges(isAsked: Bool = false) throws -> Generation {
    var backoff = backoff()
    var restarts = 0
    while true {
      do {
        return try pullChangesOnce(isAsked)
      } catch let error as StoreError {
        throw error
      } catch {
        switch ProviderErrorPolicy(error).reaction {
        case .retry:
          guard let pause = backoff.next() else { throw error }
          try inFlight.pause(pause)
        case .listAgain:
          restarts += 1
          guard restarts <= ReplicaState.mostRestarts else {
            throw ReplicaError.broken("a new anchor has already expired")
          }
          logger.notice("the provider's anchor expired; listing everything again")
          try change { (transaction) throws(StoreError) in try ReplicationEditor(transaction).setAnchor(nil) }
        case .hide, .remove:
          // A server without its root has no changes either, and is no provider without a feed.
          if let failure = calls.failureOfRoot() { throw failure }
          return try noteMissingFeed()
        default: throw error
        }
      }
    }
  }

  private func pullChangesOnce(_ isAsked: Bool) throws -> Generation {
    let request = calls.request(for: isAsked ? .ownProgram : nil)
    return try calls.withEnumerator(for: .workingSet, request: request) { enumerator in
      let stored = try store.readCommitted { (reader) throws(StoreError) in
        try ReplicationReader(reader).listing(of: .none)?.page
      }
      guard var anchor = try stored ?? newAnchor(enumerator) else { return try noteMissingFeed() }
      pulls.withLock { $0.noteBegun() }
      var seen: Set<Data> = [anchor]
      while true {
        let question = state.questions.withLock { questions in
          let question = questions.next()
          questions.open(question)
          return question
        }
        defer { state.questions.withLock { $0.close(question) } }
        var pulled = try store.readCommitted { (reader) throws(StoreError) in try reader.generation() }
        let batch = try enumerator.changes(from: anchor)
        guard batch.anchor.count <= NSFileProviderSyncAnchor.maximumLength else {
          calls.border.breaches.log("the provider's anchor is too long", of: enumerator.container)
          throw ReplicaError.expired("the provider's anchor is too long")
        }
        if try batch.count > 0 || batch.root != nil || batch.anchor != anchor
          || !batch.moreComing && state.isPullOpen()
        {
          let written = try apply(batch, asked: question)
          // What it has reported was reported together with what is gone.
          if batch.count > 0 { pulled = written }
        }
        if batch.anchor != anchor { try state.noteMovingFeed() }
        guard batch.moreComing else { return pulled }
        anchor = batch.anchor
        guard seen.insert(anchor).inserted else {
          throw ReplicaError.broken("more changes follow, but the anchor did not advance")
        }
        if seen.count > Self.longestRun { seen = [anchor] }
      }
    }
  }

  /// How many anchors of one run are remembered, to notice when it goes in circles.
  static let longestRun = 10_000

  /// Stores the current anchor. Whatever was listed before may have changed unseen, and is listed again.
  private func newAnchor(_ enumerator: EnumeratorCalls) throws -> Data? {
    guard let anchor = try enumerator.currentSyncAnchor() else { return nil }
    guard anchor.count <= NSFileProviderSyncAnchor.maximumLength else {
      calls.border.breaches.log("the provider's anchor is too long", of: enumerator.container)
      return nil
    }
    try change { (transaction) throws(StoreError) in
      // Inside the transaction: no listing is written between the two.
      state.questions.withLock { $0.expire() }
      try ReplicationEditor(transaction).setAnchor(anchor)
      try ReplicationEditor(transaction).expireAllListings()
      try ReplicaState.askForUnlisted(transaction)
      try transaction.changeSetting(ReplicaState.openPullSetting, to: nil)
    }
    return anchor
  }

  /// Handles a provider that reports no changes: what was listed is listed again at every signal.
  private func noteMissingFeed() throws -> Generation {
    logger.debug("the provider reports no changes; listing known folders again")
    return try change { (transaction) throws(StoreError) in
      try state.noteNoFeed(transaction)
      try ReplicationEditor(transaction).setAnchor(nil)
      try ReplicationEditor(transaction).expireAllListings()
      try ReplicaState.askForUnlisted(transaction)
      try transaction.changeSetting(ReplicaState.openPullSetting, to: nil)
      return transaction.generation
    }
  }

  private func apply(_ batch: ProvidedBatch, asked question: Moment) throws -> Generation {
    state.questions.withLock { $0.begin(writing: Set(batch.updated.map(\.identifier) + batch.deleted)) }
    defer { state.questions.withLock { $0.endWriting() } }
    if let root = batch.root { try state.note(root) }
    let generation = try loader.applier.apply(batch, anchor: batch.anchor, asked: question)
    unlatch(batch)
    logger.debug("pulled changes", metadata: [Logger.Key.count: "\(batch.count)"])
    return generation
  }

  /// Lets the items that changed be tried again.
  private func unlatch(_ batch: ProvidedBatch) {
    guard state.latches.withLock({ !$0.isEmpty }) else { return }
    var items: [ItemID] = []
    try? store.readCommitted { (reader) throws(StoreError) in
      for item in batch.updated {
        if let id = try ProvidedReader(reader).provided(identifier: item.identifier)?.item { items.append(id) }
      }
    }
    state.latches.withLock { latches in
      for item in items { latches.clear(item) }
    }
  }
}
