import FileProviderInterface
import FileProviderStore
import Synchronization

/// A batch of changes as it came from the provider.
struct ProvidedBatch: Sendable {
  var updated: [ProvidedItem] = []
  var deleted: [String] = []
  var anchor = Data()
  var moreComing = false
  /// What was reported of the root.
  var root: ProvidedRoot?

  var count: Int { updated.count + deleted.count }
}

/// The observer of one batch; see `PageCollector`.
final class BatchCollector: NSObject, NSFileProviderChangeObserver, Sendable {
  let pending = PendingAnswer<ProvidedBatch>()
  let suggestedBatchSize: Int
  private let border: ItemBorder
  private let container: String
  private let most: Int
  private let batch = Mutex<ProvidedBatch?>(ProvidedBatch())

  init(_ share: EnumerationShare, border: ItemBorder, container: String) {
    suggestedBatchSize = share.size
    most = share.mostItems
    self.border = border
    self.container = container
    super.init()
  }

  func didUpdate(_ updatedItems: [any NSFileProviderItemProtocol]) {
    guard hasRoom(for: updatedItems.count) else { return }
    let read = updatedItems.compactMap { border.item($0) }
    let root = updatedItems.last { $0.itemIdentifier == .rootContainer }.map { ProvidedRoot($0) }
    batch.withLock { batch in
      batch?.updated.append(contentsOf: read)
      if let root { batch?.root = root }
    }
  }

  func didDeleteItems(withIdentifiers deletedItemIdentifiers: [NSFileProviderItemIdentifier]) {
    guard hasRoom(for: deletedItemIdentifiers.count) else { return }
    batch.withLock { $0?.deleted.append(contentsOf: deletedItemIdentifiers.map(\.rawValue)) }
  }

  func finishEnumeratingChanges(upTo anchor: NSFileProviderSyncAnchor, moreComing: Bool) {
    guard var batch = batch.withLock({ $0 }) else { return late() }
    batch.anchor = anchor.rawValue
    batch.moreComing = moreComing
    end(.success(batch))
  }

  func finishEnumeratingWithError(_ error: any Error) { end(.failure(error)) }

  private func hasRoom(for count: Int) -> Bool {
    guard let before = batch.withLock({ $0?.count }) else {
      late()
      return false
    }
    guard before + count <= most else {
      end(.failure(ReplicaError.broken("a batch has more than \(most) changes")))
      return false
    }
    return true
  }

  private func end(_ result: Result<ProvidedBatch, any Error>) {
    batch.withLock { $0 = nil }
    if !pending.answer(result) { late() }
  }

  private func late() {
    border.breaches.log("the provider answered “enumerateChanges” twice or too late", of: container)
  }
}
