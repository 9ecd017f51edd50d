import FileProvider
import Foundation

/// A folder's items in pages by number, or what has changed in all of them since a revision.
final class NumberedEnumerator: NSObject, NSFileProviderEnumerator {
  private let container: NSFileProviderItemIdentifier
  private let index: NumberIndex
  private let calls: CallQueue

  init(_ container: NSFileProviderItemIdentifier, _ index: NumberIndex, _ calls: CallQueue) {
    self.container = container
    self.index = index
    self.calls = calls
  }

  func invalidate() {}

  func enumerateItems(for observer: NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    _ = calls.perform { [self] in
      do {
        index.update()
        _ = try index.path(container)
        let last = Int(String(decoding: page.rawValue, as: UTF8.self)) ?? 0
        let records = index.records(in: container).filter { $0.number > last }
        let some = records.prefix(observer.suggestedPageSize ?? 100)
        observer.didEnumerate(some.compactMap { index.item($0) })
        let next = some.count < records.count ? some.last : nil
        observer.finishEnumerating(upTo: next.map { NSFileProviderPage(Data(String($0.number).utf8)) })
      } catch { observer.finishEnumeratingWithError(error) }
    }
  }

  func enumerateChanges(for observer: NSFileProviderChangeObserver, from syncAnchor: NSFileProviderSyncAnchor) {
    _ = calls.perform { [index] in
      do { try index.folder.reach() } catch { return observer.finishEnumeratingWithError(error) }
      index.update()
      guard let revision = Int(String(decoding: syncAnchor.rawValue, as: UTF8.self)), revision <= index.revision else {
        return observer.finishEnumeratingWithError(NSFileProviderError(.syncAnchorExpired))
      }
      let (updated, deleted) = index.changes(since: revision)
      observer.didUpdate(updated.compactMap { index.item($0) })
      observer.didDeleteItems(withIdentifiers: deleted.map { NSFileProviderItemIdentifier(String($0)) })
      observer.finishEnumeratingChanges(upTo: NumberedEnumerator.anchor(index), moreComing: false)
    }
  }

  func currentSyncAnchor(completionHandler: @escaping (NSFileProviderSyncAnchor?) -> Void) {
    _ = calls.perform { [index] in
      index.update()
      completionHandler(NumberedEnumerator.anchor(index))
    }
  }

  private static func anchor(_ index: NumberIndex) -> NSFileProviderSyncAnchor {
    NSFileProviderSyncAnchor(Data(String(index.revision).utf8))
  }
}
