import FileProvider
import Foundation

/// A folder's items in pages, or the changes of all items, found by comparing listings.
final class FolderEnumerator: NSObject, NSFileProviderEnumerator {
  private let container: NSFileProviderItemIdentifier
  private let changes: FolderChanges
  private let calls: CallQueue

  init(_ container: NSFileProviderItemIdentifier, _ changes: FolderChanges, _ calls: CallQueue) {
    self.container = container
    self.changes = changes
    self.calls = calls
  }

  func invalidate() {}

  func enumerateItems(for observer: NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    _ = calls.perform { [self] in
      do { try changes.folder.reach() } catch { return observer.finishEnumeratingWithError(error) }
      guard changes.item(container.path) != nil else {
        return observer.finishEnumeratingWithError(
          NSError.fileProviderErrorForNonExistentItem(withIdentifier: container))
      }
      let initial = [
        NSFileProviderPage.initialPageSortedByName as Data, NSFileProviderPage.initialPageSortedByDate as Data,
      ]
      let last = initial.contains(page.rawValue) ? nil : String(decoding: page.rawValue, as: UTF8.self)
      let names = changes.folder.names(in: container.path).filter { last == nil || $0 > last! }
      let some = names.prefix(observer.suggestedPageSize ?? 100)
      // If what is shown goes, the changes are to tell.
      _ = changes.current()
      observer.didEnumerate(some.compactMap { changes.item(DiskFolder.join(container.path, $0)) })
      let next = some.count < names.count ? some.last : nil
      observer.finishEnumerating(upTo: next.map { NSFileProviderPage(Data($0.utf8)) })
    }
  }

  func enumerateChanges(for observer: NSFileProviderChangeObserver, from syncAnchor: NSFileProviderSyncAnchor) {
    _ = calls.perform { [self] in
      do { try changes.folder.reach() } catch { return observer.finishEnumeratingWithError(error) }
      guard let old = changes.listing(syncAnchor) else {
        return observer.finishEnumeratingWithError(NSFileProviderError(.syncAnchorExpired))
      }
      let (anchor, new) = changes.current()
      let own = changes.ownChanges(since: syncAnchor)
      let updated = new.keys.sorted().filter { new[$0] != old[$0] || FolderEnumerator.isIn(own, $0) }
      let deleted = changes.shown(since: syncAnchor).sorted().filter { new[$0] == nil }
      observer.didUpdate(updated.compactMap { changes.item($0) })
      observer.didDeleteItems(withIdentifiers: deleted.map { NSFileProviderItemIdentifier(path: $0) })
      observer.finishEnumeratingChanges(upTo: anchor, moreComing: false)
    }
  }

  /// Whether one of some paths is that of an item or of a folder it is in.
  private static func isIn(_ paths: Set<String>, _ path: String) -> Bool {
    if paths.isEmpty { return false }
    var path = path
    while !path.isEmpty {
      if paths.contains(path) { return true }
      path = DiskFolder.folder(of: path)
    }
    return false
  }

  func currentSyncAnchor(completionHandler: @escaping (NSFileProviderSyncAnchor?) -> Void) {
    _ = calls.perform { [changes] in completionHandler(changes.current().anchor) }
  }
}
