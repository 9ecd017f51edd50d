import FileProviderInterface

/// Collects a page of a container.
final class PageObserver: NSObject, NSFileProviderEnumerationObserver, Sendable {
  typealias Page = PageCollector<SeenItem>.Page

  let suggestedPageSize: Int
  private let ledger: Ledger
  private let page: PageCollector<SeenItem>

  init(suggestedPageSize: Int, _ ledger: Ledger, done: @escaping @Sendable (Page) -> Void) {
    self.suggestedPageSize = suggestedPageSize
    self.ledger = ledger
    page = PageCollector(ObservedRules.Pages.end, ledger, done: done)
    super.init()
  }

  func didEnumerate(_ updatedItems: [any NSFileProviderItemProtocol]) {
    page.add(updatedItems.map { SeenItem($0, ledger) })
  }

  func finishEnumerating(upTo nextPage: NSFileProviderPage?) { page.end(upTo: nextPage) }
  func finishEnumeratingWithError(_ error: any Error) { page.end(with: error) }
}
