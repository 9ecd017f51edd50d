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

  /// Asks once in the life of the process what the provider says of its root. Later changes are reported as those of any item.
  func askForRoot() {
    guard !status.withLock({ $0.hasAskedForRoot }) else { return }
    do {
      try note(calls.root())
    } catch {
      switch ProviderErrorPolicy(error).reaction {
      case .retry, .wait, .answer: return
      default: break
      }
    }
    status.withLock { $0.hasAskedForRoot = true }
  }

  func note(_ root: ProvidedRoot) throws(StoreError) {
    let isKnown = try store.readCommitted { (reader) throws(StoreError) in
      let (policy, takesItems) = (try reader.ownContentPolicy(of: .root), try reader.rootTakesItems())
      return root.contentPolicy == policy ?? .inherited && root.takesItems == takesItems
    }
    guard !isKnown else { return }
    try change { (transaction) throws(StoreError) in
      try transaction.noteContentPolicy(root.contentPolicy, of: .root)
      try transaction.setRootTakesItems(root.takesItems)
    }
  }
}

/// What a provider says of its root, which has a fixed name and is in no folder.
struct ProvidedRoot: Sendable {
  /// What holds where no folder says anything of its contents.
  let contentPolicy: NSFileProviderContentPolicy
  /// Whether items may be added to it.
  let takesItems: Bool
  /// Whether the provider has an item for it.
  let isThere: Bool

  /// - Parameter item: `nil` from a provider that has no item for its root, and says nothing of it, however often.
  init(_ item: (any NSFileProviderItem)?) {
    contentPolicy = item?.contentPolicy ?? .inherited
    takesItems = item?.capabilities?.contains(.allowsAddingSubItems) ?? true
    isThere = item != nil
  }
}

extension ProviderCalls {
  /// What the provider says of the root.
  ///
  /// - Throws: The provider's error; `timedOut`; `stopped`.
  func root() throws -> ProvidedRoot {
    let pending = PendingAnswer<ProvidedRoot>()
    let request = request()
    return try wait(for: pending) {
      _ = box.provider.item(for: .rootContainer, request: request) { item, error in
        _ = pending.answer(error.map { .failure($0) } ?? .success(ProvidedRoot(item)))
      }
    }
  }
}
