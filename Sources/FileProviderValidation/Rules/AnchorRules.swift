import FileProviderInterface

/// Rules for sync anchors.
enum AnchorRules {
  static let token = ConformanceRule(
    "anchors.token", "A sync anchor has at most 500 bytes.", page: ApplePage.anchor,
    advice: "Put the server's cursor into the anchor, or a key under which you store it.")

  static let advance = ConformanceRule(
    "anchors.advance", "A batch that reports changes, or has more to come, advances the anchor.",
    page: ApplePage.finishChanges,
    advice: "Pass the anchor after the reported changes; the batch's start anchor repeats them forever.")

  static let current = ConformanceRule(
    "anchors.current", "Changes can be enumerated from the current anchor.", page: ApplePage.currentSyncAnchor,
    advice: "Keep the state behind an anchor at least until the next anchor is requested.")

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
    if let last { throw Violation("the anchor that currentSyncAnchor just returned was answered with \(last.text)") }
  }
}
