import FileProviderInterface

/// How a provider searches.
enum SearchRules {
  static let end = ConformanceRule(
    "search.end", "A page of a search is finished once, and nothing follows.", page: ApplePage.finishSearching,
    advice: "Call finishEnumerating or finishEnumeratingWithError as the last thing, and only one of them.")

  static let limit = ConformanceRule(
    "search.limit", "A page of a search has no more results than the observer takes.", page: ApplePage.searchLimit,
    advice: "Stop at maximumNumberOfResultsPerPage, and pass a page for the rest: an extension that does not is ended.")

  static let token = ConformanceRule(
    "search.token", "A page token of a search has at most 500 bytes.", page: ApplePage.finishSearching,
    advice: "Put a cursor or an offset into the page; a longer token ends the search.")

  static let progress = ConformanceRule(
    "search.progress", "Every page of a search leads on: none comes twice.", page: ApplePage.searching,
    advice: "Pass the page after the one that was asked for, and nil after the last.")

  static let item = ConformanceRule(
    "search.item", "What a search finds can be asked for.", page: ApplePage.searchResult,
    advice: "Give a result the itemIdentifier that item(for:) knows, not that of the search index.")

  static let checks = [end, limit, token, progress].map { RuleCheck(observed: $0) } + [RuleCheck(item, checkItem)]

  @Sendable private static func checkItem(_ stage: ValidationStage) throws {
    guard stage.domain.supportsStringSearchRequest else { throw Unmet("the domain is not to be searched") }
    let (container, items) = try stage.sample()
    guard let name = items.first?.filename else { throw Unmet("there is no item to search for") }
    // Ours are all called “document”, so there is more than a page of them.
    let query = container == .rootContainer ? name : "document"
    guard try !stage.caller.search(for: query).isEmpty else { throw Unmet("the search for “\(query)” found nothing") }
    // What was just deleted may be found for a while.
    try stage.expect("the search for “\(query)” finds") {
      for identifier in try stage.caller.search(for: query).prefix(20) where try stage.lookUp(identifier) == nil {
        return "“\(identifier.rawValue)”, for which item(for:) answers noSuchItem"
      }
      return nil
    }
  }
}
