import FileProviderInterface

/// How a folder is listed.
enum PagingRules {
  static let complete = ConformanceRule(
    "paging.complete", "A folder has the same items in small pages as in large ones.", page: ApplePage.enumerateItems,
    advice: "Start the next page right after the last enumerated item.")

  static let initial = ConformanceRule(
    "paging.initial", "A listing may begin with either initial page.", page: ApplePage.enumerateItems,
    advice: "Compare the page with initialPageSortedByName and initialPageSortedByDate before reading it as a cursor.")

  static let checks =
    RuleCheck.observed(ObservedRules.Pages.all)
    + [RuleCheck(complete, checkComplete), RuleCheck(initial, checkInitial)]

  @Sendable private static func checkComplete(_ stage: ValidationStage) throws {
    let (container, items) = try stage.sample()
    guard items.count > 2 else { throw Unmet("there are fewer than three items") }
    let small = Set(try stage.caller.list(container, pageSize: max(2, items.count / 50)).map(\.identifier))
    let large = Set(try stage.caller.list(container).map(\.identifier))
    guard small != large else { return }
    guard Set(items.map(\.identifier)) == large else { throw Unmet("the folder changed meanwhile") }
    let missing = large.subtracting(small).count
    throw Violation(
      "of \(large.count) items, \(missing) are missing in small pages, and \(small.subtracting(large).count) appear only there"
    )
  }

  @Sendable private static func checkInitial(_ stage: ValidationStage) throws {
    let (container, items) = try stage.sample()
    let byDate = NSFileProviderPage(NSFileProviderPage.initialPageSortedByDate as Data)
    let others: Set<NSFileProviderItemIdentifier>
    do { others = Set(try stage.caller.list(container, startingAt: byDate).map(\.identifier)) } catch let error
      as Refusal
      where !error.isAboutServer
    {
      throw Violation("initialPageSortedByDate was answered with \(error.text)")
    }
    let known = Set(items.map(\.identifier))
    guard others != known else { return }
    let again = Set(try stage.caller.list(container).map(\.identifier))
    guard again == known else { throw Unmet("the folder changed meanwhile") }
    throw Violation("sorted by name, the folder has \(known.count) items, sorted by date \(others.count)")
  }
}
