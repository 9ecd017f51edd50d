import FileProviderInterface

/// Rules for the properties of items.
enum ItemRules {
  static let parent = ConformanceRule(
    "items.parent", "An item enumerated in a folder has that folder as its parent.",
    page: ApplePage.parentIdentifier,
    advice: "Set parentItemIdentifier to the folder's identifier, which is .rootContainer at the top level.")

  static let workingSet = ConformanceRule(
    "items.working-set", "An item of the working set has its real folder as its parent, not the working set.",
    page: ApplePage.workingSet,
    advice: "Set parentItemIdentifier to the item's folder in every enumerator.")

  static let checks =
    RuleCheck.observed(ObservedRules.Items.all)
    + [RuleCheck(parent, checkParent), RuleCheck(workingSet, checkWorkingSet)]

  @Sendable private static func checkParent(_ stage: ValidationStage) throws {
    var count = 0
    for container in try stage.containers() {
      for item in try stage.caller.list(container) {
        count += 1
        guard item.parent == container else {
          throw Violation("“\(item.filename)” in “\(container.rawValue)” names “\(item.parent.rawValue)” as its parent")
        }
      }
    }
    if count == 0 { throw Unmet("there are no items") }
  }

  @Sendable private static func checkWorkingSet(_ stage: ValidationStage) throws {
    let items = try stage.caller.list(.workingSet, mostPages: 20)
    guard !items.isEmpty else { throw Unmet("the working set is empty") }
    if let item = items.first(where: { $0.parent == .workingSet }) {
      throw Violation("“\(item.filename)” names the working set as its parent")
    }
  }
}
