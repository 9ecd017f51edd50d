import ContactProvider
import Foundation

/// An enumerator whose functions are not `async`, as closures.
final class ScriptedEnumerator: ContactItemEnumerator {
  var content: (ContactItemPage, any ContactItemContentObserver) -> Void
  var changes: (ContactItemSyncAnchor, any ContactItemChangeObserver) -> Void
  /// What it was asked for.
  private(set) var pages: [ContactItemPage] = []
  private(set) var anchors: [ContactItemSyncAnchor] = []

  init(
    content: @escaping (ContactItemPage, any ContactItemContentObserver) -> Void = { $1.finish() },
    changes: @escaping (ContactItemSyncAnchor, any ContactItemChangeObserver) -> Void = { $1.finish($0) }
  ) {
    self.content = content
    self.changes = changes
  }

  func enumerateContent(in page: ContactItemPage, for observer: any ContactItemContentObserver) {
    pages.append(page)
    content(page, observer)
  }

  func enumerateChanges(startingAt syncAnchor: ContactItemSyncAnchor, for observer: any ContactItemChangeObserver) {
    anchors.append(syncAnchor)
    changes(syncAnchor, observer)
  }

  func invalidate() {}
}

extension ContactItemContentObserver {
  /// All contacts, in one page.
  func finish(_ items: [ContactItem] = [], marker: String = "m") {
    didEnumerate(items)
    didFinishEnumeratingContent(upTo: Data(marker.utf8))
  }

  func next(_ items: [ContactItem], marker: String = "m", offset: Int) {
    didEnumerate(items)
    didFinishEnumeratingPage(upTo: ContactItemPage(generationMarker: Data(marker.utf8), offset: offset))
  }
}

extension ContactItemChangeObserver {
  func finish(_ anchor: ContactItemSyncAnchor, moreComing: Bool = false) {
    didFinishEnumeratingChanges(upTo: anchor, moreComing: moreComing)
  }
}

extension ContactItemSyncAnchor {
  init(_ marker: String, _ offset: Int) { self.init(generationMarker: Data(marker.utf8), offset: offset) }
}
