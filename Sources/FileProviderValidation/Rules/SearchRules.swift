import FileProviderInterface

/// How a provider searches.
enum SearchRules {
  static let item = ConformanceRule(
    "search.item", "A search result can be looked up.", page: ApplePage.searchResult,
    advice: "Give a result the itemIdentifier that item(for:) accepts, not the search index's own.")

  static let checks = RuleCheck.observed(ObservedRules.Searches.all) + [RuleCheck(item, checkItem)]

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
