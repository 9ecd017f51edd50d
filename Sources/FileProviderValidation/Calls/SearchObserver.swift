import FileProviderInterface

/// Collects a page of what was found.
final class SearchObserver: NSObject, NSFileProviderSearchEnumerationObserver, Sendable {
  typealias Page = PageCollector<NSFileProviderItemIdentifier>.Page

  let maximumNumberOfResultsPerPage: Int
  private let page: PageCollector<NSFileProviderItemIdentifier>

  init(maximumNumberOfResultsPerPage: Int, _ ledger: Ledger, done: @escaping @Sendable (Page) -> Void) {
    self.maximumNumberOfResultsPerPage = maximumNumberOfResultsPerPage
    page = PageCollector(ObservedRules.Searches.end, ledger, done: done)
    super.init()
  }

  func didEnumerate(_ searchResults: [any NSFileProviderSearchResult]) { page.add(searchResults.map(\.itemIdentifier)) }
  func finishEnumerating(upTo nextPage: NSFileProviderPage?) { page.end(upTo: nextPage) }
  func finishEnumeratingWithError(_ error: any Error) { page.end(with: error) }
}
