import Contacts

/// The observer of one batch, which checks where the enumerator says that the next one starts.
struct ChangeCollector: ContactItemChangeObserver, Sendable {
  struct End: Sendable {
    let anchor: ContactItemSyncAnchor
    let moreComing: Bool
  }

  let suggestedBatchSize: Int
  private let anchor: ContactItemSyncAnchor
  let collected = Collected<End>()

  init(_ anchor: ContactItemSyncAnchor, suggestedBatchSize: Int) {
    self.anchor = anchor
    self.suggestedBatchSize = suggestedBatchSize
  }

  func didUpdate(_ items: [ContactItem]) { collected.append(items.map(\.change)) }

  func didDelete(_ identifiers: [ContactItem.Identifier]) {
    collected.append(identifiers.map { .delete(identifier: $0.value) })
  }

  func didFinishEnumeratingChanges(upTo syncAnchor: ContactItemSyncAnchor, moreComing: Bool) {
    let count = collected.count
    if syncAnchor == anchor, moreComing || count > 0 {
      let reason = moreComing ? "more changes follow" : "\(count) changes came"
      return collected.finish(.failure(EnumeratorRule.anchor("\(reason), and the anchor did not move")))
    }
    collected.finish(.success(End(anchor: syncAnchor, moreComing: moreComing)))
  }

  func didFinishEnumeratingChangesWithError(_ error: any Error) { collected.finish(.failure(error)) }
}
