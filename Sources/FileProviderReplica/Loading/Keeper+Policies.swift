import FileProviderInterface
import FileProviderStore
import Synchronization

/// When contents are downloaded and evicted: `NSFileProviderContentPolicy`.
///
/// Eager contents are downloaded as pinned ones are. Contents that were here when the provider got others are downloaded again at once under
/// `downloadLazily`; otherwise, and without a policy, when they are read.
extension Keeper {
  /// Downloads what the provider wants to be here: items, and what is below them and inherits.
  func loadEager() throws -> Bool {
    var key = ItemID.none
    var isComplete = true
    while !inFlight.isStopped {
      let items = try store.readCommitted { (reader) throws(StoreError) in
        try ProvidedReader(reader).eagerItems(after: key, limit: 256)
      }
      guard let last = items.last else { return isComplete }
      key = last.id
      for item in items {
        let isHere = try loadAll(from: item) { (reader, child) throws(StoreError) in
          try ProvidedReader(reader).ownContentPolicy(of: child) == nil
        }
        if !isHere { isComplete = false }
      }
    }
    return false
  }

  /// Downloads documents again that were here when the provider got other contents.
  func loadUpdated() throws -> Bool {
    var key = ItemID.none
    var isComplete = true
    while !inFlight.isStopped {
      var documents: [ItemAttributes] = []
      let last = try store.readCommitted { (reader) throws(StoreError) in
        let numbers = try ContentReader(reader).documentsWithFormerContents(after: key, limit: 256)
        for number in numbers {
          guard try ProvidedReader(reader).contentPolicy(of: number) == .downloadLazily,
            let item = try reader.item(number)
          else {
            continue
          }
          documents.append(item)
        }
        return numbers.last
      }
      guard let last else { return isComplete }
      key = last
      if !loader.loadMissing(documents) { isComplete = false }
    }
    return false
  }

  /// Asks for the provider's root once in the life of the process. Later changes are reported as those of any item.
  func askForRoot() {
    guard !state.status.withLock({ $0.hasAskedForRoot }) else { return }
    do {
      try state.note(calls.root())
    } catch {
      switch ProviderErrorPolicy(error).reaction {
      case .retry, .wait, .answer: return
      default: break
      }
    }
    state.status.withLock { $0.hasAskedForRoot = true }
  }
}
