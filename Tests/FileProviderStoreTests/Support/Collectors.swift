import FileProvider
import FileProviderStore
import Foundation

/// Collects a page.
final class ItemCollector: NSObject, NSFileProviderEnumerationObserver {
  var items: [StoredItem] = []
  var next: NSFileProviderPage?
  var error: NSError?
  let suggestedPageSize: Int

  init(pageSize: Int) { suggestedPageSize = pageSize }

  func didEnumerate(_ updatedItems: [any NSFileProviderItemProtocol]) {
    items += updatedItems.compactMap { $0 as? StoredItem }
  }
  func finishEnumerating(upTo nextPage: NSFileProviderPage?) { next = nextPage }
  func finishEnumeratingWithError(_ error: any Error) { self.error = error as NSError }
}

/// Collects a batch.
final class ChangeCollector: NSObject, NSFileProviderChangeObserver {
  var updated: [StoredItem] = []
  var deleted: [NSFileProviderItemIdentifier] = []
  var anchor: NSFileProviderSyncAnchor?
  var moreComing = false
  var error: NSError?
  let suggestedBatchSize: Int

  init(batchSize: Int) { suggestedBatchSize = batchSize }

  func didUpdate(_ updatedItems: [any NSFileProviderItemProtocol]) {
    updated += updatedItems.compactMap { $0 as? StoredItem }
  }
  func didDeleteItems(withIdentifiers deletedItemIdentifiers: [NSFileProviderItemIdentifier]) {
    deleted += deletedItemIdentifiers
  }
  func finishEnumeratingChanges(upTo anchor: NSFileProviderSyncAnchor, moreComing: Bool) {
    self.anchor = anchor
    self.moreComing = moreComing
  }
  func finishEnumeratingWithError(_ error: any Error) { self.error = error as NSError }
}
