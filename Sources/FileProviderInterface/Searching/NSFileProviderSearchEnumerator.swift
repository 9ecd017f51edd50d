/// Runs one search. Apple: File Provider / `NSFileProviderSearchEnumerator`.
public protocol NSFileProviderSearchEnumerator: NSObjectProtocol {
  /// Delivers a page of results to `observer` and then finishes the page there. Returns without waiting.
  ///
  /// - Parameters:
  ///   - observer: takes the results.
  ///   - page: where to continue; `nil` for the first page.
  func enumerateSearchResults(
    for observer: any NSFileProviderSearchEnumerationObserver, startingAt page: NSFileProviderPage?)

  /// Ends the search: no further call will come.
  func invalidate()
}
