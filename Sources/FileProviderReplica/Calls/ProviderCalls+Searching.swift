import FileProviderInterface
import FileProviderStore
import LinuxSystem

/// The search of a provider.
extension ProviderCalls {
  /// Whether the provider searches.
  var searches: Bool { box.provider is any NSFileProviderSearching }

  /// How many results a page may have.
  private static let resultsPerPage = 200

  /// Asks for what the provider finds, page by page.
  ///
  /// - Parameters:
  ///   - wanted: How many results are of use.
  ///   - deadline: After it no further page is asked for.
  /// - Returns: The results, each item once, and whether there may be more.
  /// - Throws: The provider's error; `featureUnsupported` for a provider that does not search; `timedOut`; `stopped`.
  func search(
    for query: String, wanted: Int, until deadline: Deadline
  ) throws -> (results: [SearchResult], hasMore: Bool) {
    guard let provider = box.provider as? any NSFileProviderSearching else {
      throw NSError(
        domain: NSCocoaErrorDomain, code: CocoaError.Code.featureUnsupported.rawValue,
        userInfo: [NSLocalizedDescriptionKey: "the provider does not support searching"])
    }
    try inFlight.check()
    let enumerator = provider.searchEnumerator(
      for: NSFileProviderStringSearchRequest(query: query, desiredNumberOfResults: wanted))
    defer { enumerator.invalidate() }
    var results: [SearchResult] = []
    var known: Set<[UInt8]> = []
    var pages: Set<Data> = []
    var page: NSFileProviderPage?
    repeat {
      let observer = SearchCollector(maximumNumberOfResultsPerPage: Self.resultsPerPage, breaches: border.breaches)
      let found = try wait(for: observer.pending) { enumerator.enumerateSearchResults(for: observer, startingAt: page) }
      results += found.results.filter { known.insert(Array($0.identifier.utf8)).inserted }
      page = found.next
      guard let next = page?.rawValue else { break }
      guard next.count <= NSFileProviderPage.maximumLength else {
        throw ReplicaError.broken("a page of a search is longer than \(NSFileProviderPage.maximumLength) bytes")
      }
      guard pages.insert(next).inserted else { throw ReplicaError.broken("a page of a search repeats") }
    } while results.count < wanted && !deadline.hasPassed
    return (Array(results.prefix(wanted)), page != nil || results.count > wanted)
  }
}
