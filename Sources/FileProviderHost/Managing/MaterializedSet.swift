import FileProviderInterface
import FileProviderStore
import Foundation

/// Lists what is here of a domain, page by page. Evictions leave no trace in the log, so there is no change feed: list again.
final class MaterializedSet: NSObject, NSFileProviderEnumerator, Sendable {
  private let withStore: StoreLending

  /// So many items are looked at for a page.
  private static let pageSize = 1000

  init(_ withStore: @escaping StoreLending) { self.withStore = withStore }

  func invalidate() {}

  func enumerateItems(for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    let key = Int64(String(decoding: page.rawValue, as: UTF8.self))
    guard key != nil || page.rawValue.isEmpty || page.isInitial else {
      return observer.finishEnumeratingWithError(NSFileProviderError(.pageExpired))
    }
    do {
      var next: ItemID?
      try withStore { store in
        let found = try store.readCommitted { (reader) throws(StoreError) in
          try reader.materializedItems(after: key.map { ItemID(rawValue: $0) } ?? .none, limit: Self.pageSize)
        }
        observer.didEnumerate(found.items)
        next = found.next
      }
      observer.finishEnumerating(upTo: next.map { NSFileProviderPage(Data(String($0.rawValue).utf8)) })
    } catch { observer.finishEnumeratingWithError((error as? StoreError)?.providerError ?? error) }
  }
}

extension NSFileProviderPage {
  /// Whether a listing begins here.
  fileprivate var isInitial: Bool {
    self == Self.initialPageSortedByName as NSFileProviderPage
      || self == Self.initialPageSortedByDate as NSFileProviderPage
  }
}
