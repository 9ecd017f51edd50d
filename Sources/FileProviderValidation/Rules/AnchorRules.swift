import FileProviderInterface

/// Rules for sync anchors.
enum AnchorRules {
  static let current = ConformanceRule(
    "anchors.current", "Changes can be enumerated from the current anchor.", page: ApplePage.currentSyncAnchor,
    advice: "Keep the state behind an anchor at least until the next anchor is requested.")

  static let checks = RuleCheck.observed(ObservedRules.Anchors.all) + [RuleCheck(current, checkCurrent)]

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
