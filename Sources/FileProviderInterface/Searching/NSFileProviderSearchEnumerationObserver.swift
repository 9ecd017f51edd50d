/// Receives the results of a search. The system implements it.
///
/// Apple: File Provider / `NSFileProviderSearchEnumerationObserver`.
public protocol NSFileProviderSearchEnumerationObserver: NSObjectProtocol {
  /// How many results a page may have.
  var maximumNumberOfResultsPerPage: Int { get }

  /// Takes some results of the current page.
  func didEnumerate(_ searchResults: [any NSFileProviderSearchResult])

  /// Ends the page; `nil` says that there are no more results.
  func finishEnumerating(upTo nextPage: NSFileProviderPage?)

  /// Ends the search early.
  func finishEnumeratingWithError(_ error: any Error)
}
