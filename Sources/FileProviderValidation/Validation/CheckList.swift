/// All checks. Those that only read come first: what is changed cannot disturb them.
enum CheckList {
  static let checks: [RuleCheck] =
    RuleCheck.observed(ObservedRules.Answers.all) + IdentifierRules.checks + ItemRules.checks + VersionRules.checks
    + PagingRules.checks
    + EnumeratorRules.checks + AnchorRules.checks + TrashRules.checks + ContentRules.checks + SearchRules.checks
    + ThumbnailRules.checks + NoticeRules.checks + CancellationRules.checks
    + CreationRules.checks + ModificationRules.checks + CapabilityRules.checks + PartRules.checks
    + ConflictRules.checks + DeletionRules.checks + ChangeRules.checks
}

extension ConformanceRule {
  /// All rules, in the order in which they are checked and reported.
  public static var all: [ConformanceRule] { CheckList.checks.map(\.rule) }
}
