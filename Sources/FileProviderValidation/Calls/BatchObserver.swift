import FileProviderInterface
import Synchronization

/// Collects a batch of changes.
final class BatchObserver: NSObject, NSFileProviderChangeObserver, Sendable {
  /// What became of an item.
  enum Change: Sendable { case updated, deleted }

  struct Batch: Sendable {
    var changes: [(NSFileProviderItemIdentifier, Change)] = []
    var anchor: NSFileProviderSyncAnchor?
    var moreComing = false
    var error: NSError?
  }

  let suggestedBatchSize = 200
  private let ledger: Ledger
  private let done: @Sendable (Batch) -> Void
  private let batch = Mutex(Batch())

  init(_ ledger: Ledger, done: @escaping @Sendable (Batch) -> Void) {
    self.ledger = ledger
    self.done = done
    super.init()
  }

  func didUpdate(_ updatedItems: [any NSFileProviderItemProtocol]) {
    let items = updatedItems.map { SeenItem($0, ledger) }
    batch.withLock { $0.changes += items.map { ($0.identifier, .updated) } }
  }

  func didDeleteItems(withIdentifiers deletedItemIdentifiers: [NSFileProviderItemIdentifier]) {
    batch.withLock { $0.changes += deletedItemIdentifiers.map { ($0, .deleted) } }
  }

  func finishEnumeratingChanges(upTo anchor: NSFileProviderSyncAnchor, moreComing: Bool) {
    done(
      batch.withLock { batch in
        (batch.anchor, batch.moreComing) = (anchor, moreComing)
        return batch
      })
  }

  func finishEnumeratingWithError(_ error: any Error) {
    let error = error as NSError
    done(
      batch.withLock { batch in
        batch.error = error
        return batch
      })
  }
}
