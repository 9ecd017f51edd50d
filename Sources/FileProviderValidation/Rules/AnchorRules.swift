import FileProviderInterface

/// Rules for sync anchors.
enum AnchorRules {
  static let token = ConformanceRule(
    "anchors.token", "A sync anchor has at most 500 bytes.", page: ApplePage.anchor,
    advice: "Put the server's cursor into the anchor, or a number under which you keep it.")

  static let advance = ConformanceRule(
    "anchors.advance", "A batch that tells changes, or has more to come, moves the anchor.",
    page: ApplePage.finishChanges,
    advice: "Pass the anchor after what was told; the one that the batch began at tells the same again for ever.")

  static let current = ConformanceRule(
    "anchors.current", "Changes can be asked for from the anchor that is current.", page: ApplePage.currentSyncAnchor,
    advice: "Keep what an anchor stands for at least until the next one was asked for.")

  static let checks = [
    RuleCheck(observed: token), RuleCheck(observed: advance), RuleCheck(current, checkCurrent),
  ]

  @Sendable private static func checkCurrent(_ stage: ValidationStage) throws {
    var last: Refusal?
    // Something may really expire between the two calls, but not each time.
    for _ in 0..<3 {
      guard let anchor = try stage.caller.anchor() else { throw Unmet("the provider has no anchors") }
      do {
        _ = try stage.caller.changes(from: anchor)
        return
      } catch let refusal as Refusal where refusal.isExpired { last = refusal }
    }
    if let last { throw Violation("the anchor that currentSyncAnchor just gave was answered with \(last.text)") }
  }
}
