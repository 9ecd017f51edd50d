import FileProvider

/// Keeps what an enumerator delivers. Has no opinion on sizes.
class RecordingObserver: NSObject, NSFileProviderEnumerationObserver, NSFileProviderChangeObserver {
  var items: [NSFileProviderItem] = []
  var deleted: [NSFileProviderItemIdentifier] = []
  var nextPage: NSFileProviderPage?
  var anchor: NSFileProviderSyncAnchor?
  var error: (any Error)?

  func didEnumerate(_ updatedItems: [NSFileProviderItemProtocol]) { items += updatedItems }
  func finishEnumerating(upTo nextPage: NSFileProviderPage?) { self.nextPage = nextPage }
  func didUpdate(_ updatedItems: [NSFileProviderItemProtocol]) { items += updatedItems }
  func didDeleteItems(withIdentifiers deletedItemIdentifiers: [NSFileProviderItemIdentifier]) {
    deleted += deletedItemIdentifiers
  }
  func finishEnumeratingChanges(upTo anchor: NSFileProviderSyncAnchor, moreComing: Bool) { self.anchor = anchor }
  func finishEnumeratingWithError(_ error: any Error) { self.error = error }
}

/// Wants small pages and batches.
class FrugalObserver: NSObject, NSFileProviderEnumerationObserver, NSFileProviderChangeObserver {
  var items: [NSFileProviderItem] = []
  var nextPage: NSFileProviderPage?

  var suggestedPageSize: Int { 3 }
  var suggestedBatchSize: Int { 4 }

  func didEnumerate(_ updatedItems: [NSFileProviderItemProtocol]) { items += updatedItems }
  func finishEnumerating(upTo nextPage: NSFileProviderPage?) { self.nextPage = nextPage }
  func didUpdate(_ updatedItems: [NSFileProviderItemProtocol]) { items += updatedItems }
  func didDeleteItems(withIdentifiers deletedItemIdentifiers: [NSFileProviderItemIdentifier]) {}
  func finishEnumeratingChanges(upTo anchor: NSFileProviderSyncAnchor, moreComing: Bool) {}
  func finishEnumeratingWithError(_ error: any Error) {}
}
