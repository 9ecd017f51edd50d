/// All checks. Those that only read come first: what is changed cannot disturb them.
enum CheckList {
  static let checks: [RuleCheck] =
    AnswerRules.checks + IdentifierRules.checks + ItemRules.checks + VersionRules.checks + PagingRules.checks
    + EnumeratorRules.checks + AnchorRules.checks + TrashRules.checks + ContentRules.checks + SearchRules.checks
    + ThumbnailRules.checks + NoticeRules.checks + CancellationRules.checks
    + CreationRules.checks + ModificationRules.checks + CapabilityRules.checks + PartRules.checks
    + ConflictRules.checks + DeletionRules.checks + ChangeRules.checks
}
