import FileProviderInterface
import Foundation

extension ProviderCaller {
  private static let searchName = "enumerateSearchResults(for:startingAt:)"
  /// Few, so that a search has several pages.
  private static let resultsPerPage = 3
  private static let mostPages = 20

  /// Searches, and reads the first pages of what is found.
  func search(for query: String) throws -> [NSFileProviderItemIdentifier] {
    guard box.provider is any NSFileProviderSearching else { throw Unmet("the provider does not support searching") }
    let made: SearchEnumeratorBox? = try answer(to: "searchEnumerator(for:)") { box, done in
      let request = NSFileProviderStringSearchRequest(
        query: query, desiredNumberOfResults: Self.resultsPerPage * Self.mostPages)
      let enumerator = (box.provider as? any NSFileProviderSearching)?.searchEnumerator(for: request)
      done(enumerator.map { SearchEnumeratorBox($0) })
    }
    guard let made else { return [] }
    defer { made.enumerator.invalidate() }
    var found: [NSFileProviderItemIdentifier] = []
    var page: NSFileProviderPage?
    var pages: Set<NSFileProviderPage> = []
    for _ in 0..<Self.mostPages {
      let read = try self.page(page, of: made)
      found += read.items
      guard let next = read.next else { break }
      let isNew = pages.insert(next).inserted
      ledger.note(
        ObservedRules.Searches.progress, isNew ? nil : "a page of the search for “\(query)” repeats an earlier one")
      guard isNew else { throw Unmet("a search does not end") }
      page = next
    }
    return found
  }

  private func page(_ page: NSFileProviderPage?, of box: SearchEnumeratorBox) throws -> SearchObserver.Page {
    let ledger = ledger
    let read: SearchObserver.Page = try answer(to: Self.searchName) { _, done in
      let observer = SearchObserver(maximumNumberOfResultsPerPage: Self.resultsPerPage, ledger, done: done)
      box.enumerator.enumerateSearchResults(for: observer, startingAt: page)
    }
    if let error = read.error { throw failure(error, of: Self.searchName) }
    let (count, most) = (read.items.count, Self.resultsPerPage)
    ledger.note(ObservedRules.Searches.progress)
    ledger.note(
      ObservedRules.Searches.limit, count <= most ? nil : "a page may have \(most) results, but one had \(count)")
    if let length = read.next?.rawValue.count {
      let isShort = length <= NSFileProviderPage.maximumLength
      ledger.note(ObservedRules.Searches.token, isShort ? nil : "a page of a search has \(length) bytes")
      guard isShort else { throw Unmet("a page token is too long") }
    }
    return read
  }
}

/// Carries what runs a search to the threads on which it is called.
private struct SearchEnumeratorBox: @unchecked Sendable {
  // Sendable: as `EnumeratorBox` is.
  let enumerator: any NSFileProviderSearchEnumerator
  init(_ enumerator: any NSFileProviderSearchEnumerator) { self.enumerator = enumerator }
}
