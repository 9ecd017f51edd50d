import FileProviderInterface
import FileProviderStore
import Synchronization

/// A page as it came from the provider.
struct ProvidedPage: Sendable {
  var items: [ProvidedItem] = []
  /// Where to continue; `nil` after the last page.
  var next: NSFileProviderPage?
}

/// The observer of one page: takes the items, answers once.
///
/// Items are read on the thread the provider calls on, so that its objects never leave it. What comes after the end of
/// the page is ignored and logged: a second end, items after the end, anything after the enumerator was invalidated.
final class PageCollector: NSObject, NSFileProviderEnumerationObserver, Sendable {
  let pending = PendingAnswer<ProvidedPage>()
  let suggestedPageSize: Int
  private let border: ItemBorder
  private let container: String
  private let most: Int
  private let items = Mutex<[ProvidedItem]?>([])

  init(_ share: EnumerationShare, border: ItemBorder, container: String) {
    suggestedPageSize = share.size
    most = share.mostItems
    self.border = border
    self.container = container
    super.init()
  }

  func didEnumerate(_ updatedItems: [any NSFileProviderItemProtocol]) {
    guard let before = items.withLock({ $0?.count }) else { return late() }
    guard before + updatedItems.count <= most else {
      end(.failure(ReplicaError.broken("a page has more than \(most) items")))
      return
    }
    let read = updatedItems.compactMap { border.item($0) }
    items.withLock { $0?.append(contentsOf: read) }
  }

  func finishEnumerating(upTo nextPage: NSFileProviderPage?) {
    guard let items = items.withLock({ $0 }) else { return late() }
    end(.success(ProvidedPage(items: items, next: nextPage)))
  }

  func finishEnumeratingWithError(_ error: any Error) { end(.failure(error)) }

  private func end(_ result: Result<ProvidedPage, any Error>) {
    items.withLock { $0 = nil }
    if !pending.answer(result) { late() }
  }

  private func late() {
    border.breaches.log("the provider answered “enumerateItems” twice or too late", of: container)
  }
}
