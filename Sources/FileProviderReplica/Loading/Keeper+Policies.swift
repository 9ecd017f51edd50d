import FileProviderInterface
import FileProviderStore
import Synchronization

/// What the provider says of when contents are here: `NSFileProviderContentPolicy`.
///
/// What is to be downloaded eagerly is brought as what is pinned is. Contents that were here when the provider got others come again at once where it
/// says `downloadLazily`; where it says nothing, and otherwise, when they are read.
extension Keeper {
  /// Brings what the provider wants to be here: items, and what is below them and inherits.
  func bringEager() throws -> Bool {
    var key = ItemID.none
    var isComplete = true
    while !inFlight.isStopped {
      let items = try store.readCommitted { (reader) throws(StoreError) in
        try ProvidedReader(reader).eagerItems(after: key, limit: 256)
      }
      guard let last = items.last else { return isComplete }
      key = last.id
      for item in items {
        let isHere = try bringAll(from: item) { (reader, child) throws(StoreError) in
          try ProvidedReader(reader).ownContentPolicy(of: child) == nil
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
      if !loader.bring(documents) { isComplete = false }
    }
    return false
  }

  /// Asks once in the life of the process what the provider says of its root. Later changes are reported as those of any item.
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
