import FileProviderInterface
import FileProviderStore
import FileProviderSync
import LinuxSystem
import Logging

/// Writes what the provider has reported of items, whichever part has asked for them.
struct BatchApplier: ReplicaPart {
  let state: ReplicaState

  /// Writes what a provider reported, in any order, and after it the anchor, if it came from the change feed.
  ///
  /// - Parameters:
  ///   - question: When the provider was asked: what was sent to it since may be newer, so it is asked again for that.
  ///   - isWanted: Whether all of it has to be here, also what is in folders that were never listed, or were deleted here.
  /// - Returns: The generation of the transaction that wrote the last of it.
  @discardableResult
  func apply(
    _ batch: ProvidedBatch, anchor: Data?, asked question: Moment? = nil, isWanted: Bool = false
  ) throws -> Generation {
    var writer = try writer(for: batch, asked: question, isFromFeed: anchor != nil, isWanted: isWanted)
    var generation = Generation.zero
    var isDone = false
    while !isDone {
      isDone = try advance(&writer) { (writer, transaction) throws(StoreError) in
        guard try writer.advance(transaction, budget: limits.itemsPerTransaction) else { return false }
        if let anchor {
          try ReplicationEditor(transaction).setAnchor(anchor)
          try noteEnd(of: batch, transaction)
        }
        generation = transaction.generation
        return true
      }
    }
    // What waits for readers to close, and a content policy, are no changes that would wake their threads.
    pushing.withLock { $0.request() }
    state.wakeKeeper()
    if writer.dropped > 0 {
      logger.debug("ignored changes in unlisted folders", metadata: [Logger.Key.count: "\(writer.dropped)"])
    }
    return generation
  }

  /// Notes whether more may be gone than was reported so far.
  private func noteEnd(of batch: ProvidedBatch, _ transaction: Transaction) throws(StoreError) {
    let isOpen = try transaction.reader.setting(ReplicaState.openPullSetting) != nil
    let mayOpen = batch.moreComing && !batch.deleted.isEmpty
    if mayOpen != isOpen, mayOpen || !batch.moreComing {
      try transaction.changeSetting(ReplicaState.openPullSetting, to: mayOpen ? "" : nil)
    }
  }

  /// Finds the folders without which a batch cannot be written.
  ///
  /// - Parameters:
  ///   - question: When the provider was asked.
  ///   - isFromFeed: Whether it comes from the changes, which only an answer to a call overtakes. What else was asked for is overtaken by changes, too.
  func writer(
    for batch: ProvidedBatch, asked question: Moment?, isFromFeed: Bool = false, isWanted: Bool = false
  ) throws -> BatchWriter {
    let freshness = question.map {
      Freshness(state: state, question: $0, overtaking: isFromFeed ? .answer : [.change, .answer])
    }
    var finder = AncestorFinder(state)
    try finder.find(for: batch, isWanted: isWanted, freshness)
    return BatchWriter(
      batch, ancestors: finder.ancestors, needed: finder.needed, breaches: calls.border.breaches,
      decisions: state.decisions, freshness: freshness, isChange: isFromFeed)
  }
}
