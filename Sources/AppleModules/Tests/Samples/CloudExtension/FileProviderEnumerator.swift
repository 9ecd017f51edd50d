import FileProvider

class FileProviderEnumerator: NSObject, NSFileProviderEnumerator {

  private let enumeratedItemIdentifier: NSFileProviderItemIdentifier
  private let backend: CloudModel

  init(enumeratedItemIdentifier: NSFileProviderItemIdentifier, backend: CloudModel) {
    self.enumeratedItemIdentifier = enumeratedItemIdentifier
    self.backend = backend
    super.init()
  }

  func invalidate() {
  }

  func enumerateItems(for observer: NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    let parent =
      enumeratedItemIdentifier == .workingSet ? NSFileProviderItemIdentifier.rootContainer : enumeratedItemIdentifier
    observer.didEnumerate(backend.children(of: parent.rawValue).map { FileProviderItem($0) })
    observer.finishEnumerating(upTo: nil)
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
