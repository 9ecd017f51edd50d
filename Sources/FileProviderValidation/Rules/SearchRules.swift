import FileProviderInterface

/// How a provider searches.
enum SearchRules {
  static let end = ConformanceRule(
    "search.end", "A page of a search is finished once, and no call follows.", page: ApplePage.finishSearching,
    advice: "Call either finishEnumerating or finishEnumeratingWithError, once and last.")

  static let limit = ConformanceRule(
    "search.limit", "A page of a search has at most as many results as the observer accepts.",
    page: ApplePage.searchLimit,
    advice:
      "Stop at maximumNumberOfResultsPerPage, and pass a page for the rest: the system ends an extension that does not."
  )

  static let token = ConformanceRule(
    "search.token", "A page token of a search has at most 500 bytes.", page: ApplePage.finishSearching,
    advice: "Put a cursor or an offset into the page; a longer token ends the search.")

  static let progress = ConformanceRule(
    "search.progress", "Every page of a search advances: no page repeats.", page: ApplePage.searching,
    advice: "Pass the page after the requested one, and nil after the last.")

  static let item = ConformanceRule(
    "search.item", "A search result can be looked up.", page: ApplePage.searchResult,
    advice: "Give a result the itemIdentifier that item(for:) accepts, not the search index's own.")

  static let checks = [end, limit, token, progress].map { RuleCheck(observed: $0) } + [RuleCheck(item, checkItem)]

  @Sendable private static func checkItem(_ stage: ValidationStage) throws {
    guard stage.domain.supportsStringSearchRequest else { throw Unmet("the domain does not support searching") }
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
