import FileProviderInterface

/// Rules for the changes of the working set.
enum ChangeRules {
  static let truth = ConformanceRule(
    "changes.truth", "Reported changes are true: updated items exist, deleted items do not.",
    page: ApplePage.enumerateChanges, advice: "Report each item once in a batch, in its present state.",
    changesItems: true)

  static let complete = ConformanceRule(
    "changes.complete", "A provider that reported a new item also reports its deletion.",
    page: ApplePage.synchronizing,
    advice:
      "Record deletions with the other changes, in order; a lost deletion leaves the item forever.",
    changesItems: true)

  static let checks = [RuleCheck(truth, checkTruth), RuleCheck(complete, checkComplete)]

  @Sendable private static func checkTruth(_ stage: ValidationStage) throws {
    let start = try anchor(stage)
    let stays = try stage.makeFile("stays", "stays")
    let goes = try stage.makeFile("goes", "goes")
    try stage.caller.delete(goes)
    guard try stage.isGone(goes.identifier) else { throw Unmet("the item could not be deleted") }
    var (answer, anchor) = try stage.caller.changesAndAnchor(from: start)
    guard !answer.isEmpty else { throw Unmet(Self.reportsNothing) }
    // A provider that polls its server may first see the creation of an item, and only later its deletion.
    try stage.expect("changes report") {
      if answer[goes.identifier] == .updated {
        try follow(&answer, &anchor, stage)
        return answer[goes.identifier] == .updated ? "“goes” as updated, although it was deleted" : nil
      }
      guard answer[stays.identifier] == .deleted, try stage.lookUp(stays.identifier) != nil else { return nil }
      try follow(&answer, &anchor, stage)
      return "“stays” as deleted, although it exists"
    }
  }

  @Sendable private static func checkComplete(_ stage: ValidationStage) throws {
    let start = try anchor(stage)
    let item = try stage.makeFile("comes and goes", "comes")
    let (came, middle) = try stage.caller.changesAndAnchor(from: start)
    guard came[item.identifier] == .updated else { throw Unmet(Self.reportsNothing) }
    try stage.caller.delete(item)
    guard try stage.isGone(item.identifier) else { throw Unmet("the item could not be deleted") }
    let later = try stage.makeFile("comes later", "later")
    var (went, anchor) = try stage.caller.changesAndAnchor(from: middle)
    guard went[later.identifier] == .updated else { throw Unmet("the provider reports changes only after a delay") }
    try stage.expect("changes report the creation of “comes and goes”, and later changes,") {
      if went[item.identifier] == nil { try follow(&went, &anchor, stage) }
      return went[item.identifier] == nil ? "but not that it was deleted" : nil
    }
  }

  private static let reportsNothing = "the provider does not report changes made through itself"

  /// Adds later changes.
  private static func follow(
    _ answer: inout ProviderCaller.Changes, _ anchor: inout NSFileProviderSyncAnchor, _ stage: ValidationStage
  ) throws {
    let (more, next) = try stage.caller.changesAndAnchor(from: anchor)
    answer.merge(more) { $1 }
    anchor = next
  }

  private static func anchor(_ stage: ValidationStage) throws -> NSFileProviderSyncAnchor {
    _ = try stage.folder()
    guard let anchor = try stage.caller.anchor() else { throw Unmet("the provider has no anchors") }
    return anchor
  }
}
