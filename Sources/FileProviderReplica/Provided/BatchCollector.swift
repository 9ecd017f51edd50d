import FileProviderInterface
import FileProviderStore
import Synchronization

/// A batch of changes as it came from the provider.
struct ProvidedBatch: Sendable {
  var updated: [ProvidedItem] = []
  var deleted: [String] = []
  /// What was deleted and is there again.
  var deletedBefore: [String] = []
  var anchor = Data()
  var moreComing = false
  /// What was reported of the root.
  var root: ProvidedRoot?

  var count: Int { updated.count + deleted.count }
}

/// What is collected of a batch. A provider may report an item twice: what comes last counts.
private struct CollectedBatch: Sendable {
  private var batch = ProvidedBatch()
  /// How many items were updated before each deletion.
  private var updatedBefore: [Int] = []

  var count: Int { batch.count }

  mutating func append(_ items: [ProvidedItem], root: ProvidedRoot?) {
    batch.updated += items
    if let root { batch.root = root }
  }

  mutating func delete(_ identifiers: [String]) {
    batch.deleted += identifiers
    updatedBefore += repeatElement(batch.updated.count, count: identifiers.count)
  }

  func finished(upTo anchor: Data, moreComing: Bool) -> ProvidedBatch {
    var batch = batch
    (batch.anchor, batch.moreComing) = (anchor, moreComing)
    if batch.deleted.isEmpty || batch.updated.isEmpty { return batch }
    // The last deletion of each, by how many were updated before it.
    let deletions = Dictionary(zip(batch.deleted.map { ExactText($0) }, updatedBefore), uniquingKeysWith: max)
    var back: Set<ExactText> = []
    batch.updated = []
    for (number, item) in self.batch.updated.enumerated() {
      let identifier = ExactText(item.identifier)
      if let end = deletions[identifier] {
        if number < end { continue }
        back.insert(identifier)
      }
      batch.updated.append(item)
    }
    batch.deletedBefore = batch.deleted.filter { back.contains(ExactText($0)) }
    batch.deleted.removeAll { back.contains(ExactText($0)) }
    return batch
  }
}

/// The observer of one batch; see `PageCollector`.
final class BatchCollector: NSObject, NSFileProviderChangeObserver, Sendable {
  let pending = PendingAnswer<ProvidedBatch>()
  let suggestedBatchSize: Int
  private let border: ItemBorder
  private let container: String
  private let most: Int
  private let batch = Mutex<CollectedBatch?>(CollectedBatch())

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
    batch.withLock { $0?.append(read, root: root) }
  }

  func didDeleteItems(withIdentifiers deletedItemIdentifiers: [NSFileProviderItemIdentifier]) {
    guard hasRoom(for: deletedItemIdentifiers.count) else { return }
    batch.withLock { $0?.delete(deletedItemIdentifiers.map(\.rawValue)) }
  }

  func finishEnumeratingChanges(upTo anchor: NSFileProviderSyncAnchor, moreComing: Bool) {
    guard let batch = batch.withLock({ $0 }) else { return late() }
    end(.success(batch.finished(upTo: anchor.rawValue, moreComing: moreComing)))
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
