import FileProviderInterface
import FileProviderStore
import Synchronization

/// What the provider says of when contents are here: `NSFileProviderContentPolicy`.
///
/// What is to be downloaded eagerly is brought as what is pinned is. Contents that were here when the provider got others come again at once where it
/// says `downloadLazily`; where it says nothing, and otherwise, when they are read.
extension Replica {
  /// Brings what the provider wants to be here: items, and what is below them and inherits.
  func bringEager() throws -> Bool {
    var key = ItemID.none
    var isComplete = true
    while !inFlight.isStopped {
      let items = try store.readCommitted { (reader) throws(StoreError) in try reader.eagerItems(after: key, limit: 256)
      }
      guard let last = items.last else { return isComplete }
      key = last.id
      for item in items {
        let isHere = try bringAll(from: item) { (reader, child) throws(StoreError) in
          try reader.ownContentPolicy(of: child) == nil
        }
        if !isHere { isComplete = false }
      }
    }
    return false
  }

  /// Brings documents again that were here when the provider got other contents.
  func bringUpdated() throws -> Bool {
    var key = ItemID.none
    var isComplete = true
    while !inFlight.isStopped {
      var documents: [ItemAttributes] = []
      let last = try store.readCommitted { (reader) throws(StoreError) in
        let numbers = try reader.documentsWithFormerContents(after: key, limit: 256)
        for number in numbers {
          guard try reader.contentPolicy(of: number) == .downloadLazily, let item = try reader.item(number) else {
            continue
          }
          documents.append(item)
        }
        return numbers.last
      }
      guard let last else { return isComplete }
      key = last
      if !bring(documents) { isComplete = false }
    }
    return false
  }

  /// Asks once in the life of the process what holds where no folder says anything. Later changes are told as those of any item.
  func askForPolicyOfRoot() {
    guard !standing.withLock({ $0.hasAskedForRoot }) else { return }
    do {
      try note(policyOfRoot: calls.contentPolicyOfRoot())
    } catch {
      switch ProviderErrorPolicy(error).reaction {
      case .retry, .wait, .answer: return
      default: break
      }
    }
    standing.withLock { $0.hasAskedForRoot = true }
  }

  func note(policyOfRoot policy: NSFileProviderContentPolicy) throws(StoreError) {
    let known = try store.readCommitted { (reader) throws(StoreError) in try reader.ownContentPolicy(of: .root) }
    guard policy != known ?? .inherited else { return }
    try change { (transaction) throws(StoreError) in try transaction.setContentPolicy(policy, of: .root) }
  }
}

extension ProviderCalls {
  /// What the provider says of the root's contents.
  ///
  /// - Throws: The provider's error; `timedOut`; `stopped`.
  func contentPolicyOfRoot() throws -> NSFileProviderContentPolicy {
    let pending = PendingAnswer<NSFileProviderContentPolicy>()
    let request = request()
    return try wait(for: pending) {
      _ = box.provider.item(for: .rootContainer, request: request) { item, error in
        // One that has no item for its root says nothing of it, however often.
        let policy = item?.contentPolicy ?? .inherited
        _ = pending.answer(error.map { .failure($0) } ?? .success(policy))
      }
    }
  }
}
