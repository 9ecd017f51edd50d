import FileProviderInterface

/// Rules for the system's notices to a provider.
enum NoticeRules {
  static let materialized = ConformanceRule(
    "notices.materialized", "materializedItemsDidChange is answered.", page: ApplePage.materialized,
    advice: "Call the completion handler even if there is nothing to do.")

  static let pending = ConformanceRule(
    "notices.pending", "pendingItemsDidChange is answered.", page: ApplePage.pending,
    advice: "Call the completion handler even if there is nothing to do.")

  static let checks = [RuleCheck(materialized, checkMaterialized), RuleCheck(pending, checkPending)]

  @Sendable private static func checkMaterialized(_ stage: ValidationStage) throws {
    guard try !stage.caller.noticeMaterializedItems() else { return }
    throw Violation("materializedItemsDidChange was not answered in \(stage.caller.deadlineText)")
  }

  @Sendable private static func checkPending(_ stage: ValidationStage) throws {
    guard try !stage.caller.noticePendingItems() else { return }
    throw Violation("pendingItemsDidChange was not answered in \(stage.caller.deadlineText)")
  }
}
