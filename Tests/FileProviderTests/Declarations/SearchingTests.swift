import FileProvider
import Foundation
import Testing
import UniformTypeIdentifiers

private final class Searcher: NSObject, NSFileProviderSearching {
  func searchEnumerator(for request: NSFileProviderStringSearchRequest) -> NSFileProviderSearchEnumerator {
    WordEnumerator(query: request.query)
  }
}

private final class WordEnumerator: NSObject, NSFileProviderSearchEnumerator {
  let query: String
  init(query: String) { self.query = query }

  func enumerateSearchResults(
    for observer: NSFileProviderSearchEnumerationObserver, startingAt page: NSFileProviderPage?
  ) {
    observer.didEnumerate([Result(filename: query)])
    observer.finishEnumerating(upTo: nil)
  }

  func invalidate() {}
}

private final class Result: NSObject, NSFileProviderSearchResult {
  let filename: String
  init(filename: String) { self.filename = filename }
  var itemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier(filename) }
  var creationDate: Date? { nil }
  var contentModificationDate: Date? { nil }
  var lastUsedDate: Date? { nil }
  var contentType: UTType { .data }
  var documentSize: NSNumber? { nil }
}

private final class ResultObserver: NSObject, NSFileProviderSearchEnumerationObserver {
  var names: [String] = []
  var maximumNumberOfResultsPerPage: Int { 10 }
  func didEnumerate(_ searchResults: [NSFileProviderSearchResult]) { names += searchResults.map(\.filename) }
  func finishEnumerating(upTo nextPage: NSFileProviderPage?) {}
  func finishEnumeratingWithError(_ error: Error) {}
}

@Suite("A provider that searches") struct SearchingTests {
  @Test func `is asked with what a person typed`() {
    let request = NSFileProviderStringSearchRequest(query: "report", desiredNumberOfResults: 10)
    let observer = ResultObserver()
    let enumerator = Searcher().searchEnumerator(for: request)
    enumerator.enumerateSearchResults(for: observer, startingAt: nil)
    enumerator.invalidate()
    #expect(observer.names == ["report"])
    #expect(request.desiredNumberOfResults == 10)
  }
}
