import FileProvider

class FileProviderEnumerator: NSObject, NSFileProviderEnumerator {

  private let enumeratedItemIdentifier: NSFileProviderItemIdentifier
  private let backend: MediaBackend

  init(enumeratedItemIdentifier: NSFileProviderItemIdentifier, backend: MediaBackend) {
    self.enumeratedItemIdentifier = enumeratedItemIdentifier
    self.backend = backend
    super.init()
  }

  func invalidate() {
  }

  func enumerateItems(for observer: NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    /* - inspect the page to determine whether this is an initial or a follow-up request */
    var start = 0
    if page != NSFileProviderPage.initialPageSortedByName as NSFileProviderPage,
      page != NSFileProviderPage.initialPageSortedByDate as NSFileProviderPage
    {
      start = Int(String(data: page.rawValue, encoding: .utf8) ?? "") ?? 0
    }
    let all = backend.children(of: enumeratedItemIdentifier.rawValue)
    let end = min(start + min(observer.suggestedPageSize ?? 50, 3), all.count)
    if start < end { observer.didEnumerate(all[start..<end].map { FileProviderItem($0) }) }
    observer.finishEnumerating(upTo: end < all.count ? NSFileProviderPage("\(end)".data(using: .utf8)!) : nil)
  }

  func enumerateChanges(for observer: NSFileProviderChangeObserver, from anchor: NSFileProviderSyncAnchor) {
    guard let rank = String(data: anchor.rawValue, encoding: .utf8).flatMap({ Int($0) }), rank <= backend.rank else {
      observer.finishEnumeratingWithError(
        NSError(domain: NSFileProviderErrorDomain, code: NSFileProviderError.syncAnchorExpired.rawValue))
      return
    }
    let changes = backend.changes(since: rank)
    observer.didUpdate(changes.updated.map { FileProviderItem($0) })
    observer.didDeleteItems(withIdentifiers: changes.deleted.map { NSFileProviderItemIdentifier($0) })
    let newest = changes.updated.map(\.rank).max() ?? rank
    observer.finishEnumeratingChanges(
      upTo: NSFileProviderSyncAnchor("\(max(newest, backend.rank))".data(using: .utf8)!), moreComing: false)
  }

  func currentSyncAnchor(completionHandler: @escaping (NSFileProviderSyncAnchor?) -> Void) {
    completionHandler(NSFileProviderSyncAnchor("\(backend.rank)".data(using: .utf8)!))
  }
}
