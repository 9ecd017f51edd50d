import FileProvider

class FileProviderEnumerator: NSObject, NSFileProviderEnumerator {
  private let enumeratedItemIdentifier: NSFileProviderItemIdentifier
  private let shelf: NoteShelf

  init(enumeratedItemIdentifier: NSFileProviderItemIdentifier, shelf: NoteShelf) {
    self.enumeratedItemIdentifier = enumeratedItemIdentifier
    self.shelf = shelf
    super.init()
  }

  func invalidate() {}

  func enumerateItems(for observer: NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    observer.didEnumerate(
      shelf.names.keys.sorted().compactMap {
        FileProviderItem(identifier: NSFileProviderItemIdentifier($0), shelf: shelf)
      })
    observer.finishEnumerating(upTo: nil)
  }

  func enumerateChanges(for observer: NSFileProviderChangeObserver, from anchor: NSFileProviderSyncAnchor) {
    guard anchor == shelf.anchor else {
      observer.finishEnumeratingWithError(NSFileProviderError(.syncAnchorExpired))
      return
    }
    observer.finishEnumeratingChanges(upTo: anchor, moreComing: false)
  }

  func currentSyncAnchor(completionHandler: @escaping (NSFileProviderSyncAnchor?) -> Void) {
    completionHandler(shelf.anchor)
  }
}

extension NoteShelf {
  var anchor: NSFileProviderSyncAnchor { NSFileProviderSyncAnchor(Data("\(changeCount)".utf8)) }
}
