import FileProviderInterface

/// Rules for the changes of the working set.
enum ChangeRules {
  static let truth = ConformanceRule(
    "changes.truth", "What changes tell is so: what is updated is there, what is deleted is gone.",
    page: ApplePage.enumerateChanges, advice: "Tell each item once in a batch, as it is now.", changesItems: true)

  static let complete = ConformanceRule(
    "changes.complete", "Where a provider tells of an item that came, it tells of its deletion, too.",
    page: ApplePage.synchronizing,
    advice:
      "Note deletions with the other changes, in the order in which they happened; a lost one leaves the item for ever.",
    changesItems: true)

  static let checks = [RuleCheck(truth, checkTruth), RuleCheck(complete, checkComplete)]

  @Sendable private static func checkTruth(_ stage: ValidationStage) throws {
    let start = try anchor(stage)
    let stays = try stage.makeFile("stays", "stays")
    let goes = try stage.makeFile("goes", "goes")
    try stage.caller.delete(goes)
    guard try stage.isGone(goes.identifier) else { throw Unmet("the item could not be deleted") }
    var (told, anchor) = try stage.caller.changesAndAnchor(from: start)
    guard !told.isEmpty else { throw Unmet(Self.tellsNothing) }
    // A provider that polls its server may first see the creation of an item, and only later its deletion.
    try stage.expect("changes tell of") {
      if told[goes.identifier] == .updated {
        try follow(&told, &anchor, stage)
        return told[goes.identifier] == .updated ? "“goes” as updated, which was deleted" : nil
      }
      guard told[stays.identifier] == .deleted, try stage.lookUp(stays.identifier) != nil else { return nil }
      try follow(&told, &anchor, stage)
      return "“stays” as deleted, which is there"
    }
  }

  @Sendable private static func checkComplete(_ stage: ValidationStage) throws {
    let start = try anchor(stage)
    let item = try stage.makeFile("comes and goes", "comes")
    let (came, middle) = try stage.caller.changesAndAnchor(from: start)
    guard came[item.identifier] == .updated else { throw Unmet(Self.tellsNothing) }
    try stage.caller.delete(item)
    guard try stage.isGone(item.identifier) else { throw Unmet("the item could not be deleted") }
    let later = try stage.makeFile("comes later", "later")
    var (went, anchor) = try stage.caller.changesAndAnchor(from: middle)
    guard went[later.identifier] == .updated else { throw Unmet("the provider tells of changes only some time later") }
    try stage.expect("changes tell that “comes and goes” came, and what came later,") {
      if went[item.identifier] == nil { try follow(&went, &anchor, stage) }
      return went[item.identifier] == nil ? "but not that it was deleted" : nil
    }
  }

  private static let tellsNothing = "the provider does not tell what was changed through itself"

  /// Adds later changes.
  private static func follow(
    _ told: inout ProviderCaller.Changes, _ anchor: inout NSFileProviderSyncAnchor, _ stage: ValidationStage
  ) throws {
    let (more, next) = try stage.caller.changesAndAnchor(from: anchor)
    told.merge(more) { $1 }
    anchor = next
  }

  private static func anchor(_ stage: ValidationStage) throws -> NSFileProviderSyncAnchor {
    _ = try stage.folder()
    guard let anchor = try stage.caller.anchor() else { throw Unmet("the provider has no anchors") }
    return anchor
  }
}
