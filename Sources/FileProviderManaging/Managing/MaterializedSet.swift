import FileProviderInterface
import FileProviderStore
import Foundation

/// Enumerates the materialized items of a domain and their changes, in pages.
final class MaterializedSet: NSObject, ChangingSet, Sendable {
  static let name = "materialized"
  private let lend: StoreLending

  /// Maximum number of items examined for a page.
  private static let pageSize = 1000

  init(_ withStore: @escaping StoreLending) { lend = withStore }

  func withStore(_ body: (ItemStore) throws -> Void) throws { try lend(body) }

  func enumerateItems(for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    let key = Int64(String(decoding: page.rawValue, as: UTF8.self))
    guard key != nil || page.rawValue.isEmpty || page.isInitial else {
      return observer.finishEnumeratingWithError(NSFileProviderError(.pageExpired))
    }
    do {
      var next: ItemID?
      try withStore { store in
        let found = try store.readCommitted { (reader) throws(StoreError) in
          try ProvidedReader(reader).materializedItems(
            after: key.map { ItemID(rawValue: $0) } ?? .none, limit: Self.pageSize)
        }
        observer.didEnumerate(found.items)
        next = found.next
      }
      observer.finishEnumerating(upTo: next.map { NSFileProviderPage(Data(String($0.rawValue).utf8)) })
    } catch { observer.finishEnumeratingWithError((error as? StoreError)?.providerError ?? error) }
  }

  func forEachPage(in store: ItemStore, _ body: ([SetMember]) throws -> Void) throws {
    var key: ItemID? = ItemID.none
    while let next = key {
      let found = try store.readCommitted { (reader) throws(StoreError) in
        try ProvidedReader(reader).materializedItems(after: next, limit: Self.pageSize)
      }
      try body(found.items.map { SetMember(item: $0, stamp: $0.record.attributes.lastChange.rawValue) })
      key = found.next
    }
  }
}

extension NSFileProviderPage {
  /// Whether a listing begins here.
  fileprivate var isInitial: Bool {
    self == Self.initialPageSortedByName as NSFileProviderPage
      || self == Self.initialPageSortedByDate as NSFileProviderPage
  }
}
