import FileProvider
import Foundation
import Synchronization

/// A folder's items in one page, or what has changed in all of them since a revision.
final class SoakEnumerator: NSObject, NSFileProviderEnumerator, Sendable {
  private let provider: SoakProvider
  private let container: NSFileProviderItemIdentifier

  init(_ provider: SoakProvider, _ container: NSFileProviderItemIdentifier) {
    (self.provider, self.container) = (provider, container)
    super.init()
  }

  func invalidate() {}

  func enumerateItems(for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    let items = provider.tree.withLock { $0.nodes(in: container.rawValue).map { SoakItem($0) } }
    provider.count("list")
    if !items.isEmpty { observer.didEnumerate(items) }
    observer.finishEnumerating(upTo: nil)
  }

  func enumerateChanges(for observer: any NSFileProviderChangeObserver, from syncAnchor: NSFileProviderSyncAnchor) {
    let known = Int(String(decoding: syncAnchor.rawValue, as: UTF8.self)) ?? -1
    let (updated, gone, revision, oldest) = provider.tree.withLock { tree in
      let (updated, gone) = tree.changes(since: known)
      return (updated.map { SoakItem($0) }, gone, tree.revision, tree.oldest)
    }
    guard known >= oldest, known <= revision else {
      return observer.finishEnumeratingWithError(NSFileProviderError(.syncAnchorExpired))
    }
    if !updated.isEmpty { observer.didUpdate(updated) }
    if !gone.isEmpty { observer.didDeleteItems(withIdentifiers: gone.map { NSFileProviderItemIdentifier($0) }) }
    observer.finishEnumeratingChanges(upTo: Self.anchor(revision), moreComing: false)
  }

  func currentSyncAnchor(completionHandler: @escaping @Sendable (NSFileProviderSyncAnchor?) -> Void) {
    completionHandler(Self.anchor(provider.tree.withLock { $0.revision }))
  }

  private static func anchor(_ revision: Int) -> NSFileProviderSyncAnchor {
    NSFileProviderSyncAnchor(Data(String(revision).utf8))
  }
}
