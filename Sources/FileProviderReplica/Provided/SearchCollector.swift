import FileProviderInterface
import FileProviderStore
import Synchronization

/// What a provider reports of an item that it found. Whatever else it reports here, the item itself is asked for.
struct SearchResult: Sendable, Hashable {
  var identifier: String
  var filename: String
}

/// A page of a search as it came from the provider.
struct SearchPage: Sendable {
  var results: [SearchResult] = []
  /// Where to continue; `nil` after the last page.
  var next: NSFileProviderPage?
}

/// The observer of one page of a search: takes the results, answers once, as `PageCollector` does.
final class SearchCollector: NSObject, NSFileProviderSearchEnumerationObserver, Sendable {
  let pending = PendingAnswer<SearchPage>()
  let maximumNumberOfResultsPerPage: Int
  private let breaches: Breaches
  private let results = Mutex<[SearchResult]?>([])

  init(maximumNumberOfResultsPerPage: Int, breaches: Breaches) {
    self.maximumNumberOfResultsPerPage = maximumNumberOfResultsPerPage
    self.breaches = breaches
    super.init()
  }

  func didEnumerate(_ searchResults: [any NSFileProviderSearchResult]) {
    guard let before = results.withLock({ $0?.count }) else { return late() }
    guard before + searchResults.count <= maximumNumberOfResultsPerPage else {
      // Apple's system ends the extension's process for it.
      let limit = maximumNumberOfResultsPerPage
      return end(.failure(ReplicaError.broken("a page of a search has more than \(limit) results")))
    }
    let read = searchResults.map {
      SearchResult(identifier: $0.itemIdentifier.rawValue, filename: $0.filename)
    }
    results.withLock {
      $0?.append(contentsOf: read.filter { (1...ItemBorder.longestIdentifier).contains($0.identifier.utf8.count) })
    }
  }

  func finishEnumerating(upTo nextPage: NSFileProviderPage?) {
    guard let results = results.withLock({ $0 }) else { return late() }
    end(.success(SearchPage(results: results, next: nextPage)))
  }

  func finishEnumeratingWithError(_ error: any Error) { end(.failure(error)) }

  private func end(_ result: Result<SearchPage, any Error>) {
    results.withLock { $0 = nil }
    if !pending.answer(result) { late() }
  }

  private func late() {
    breaches.log("the provider answered “enumerateSearchResults” twice or too late", of: "search")
  }
}
