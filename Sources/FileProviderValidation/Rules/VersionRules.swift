import FileProviderInterface

/// The versions by which both sides know whether they mean the same.
enum VersionRules {
  static let stable = ConformanceRule(
    "versions.stable", "The version of unchanged contents stays the same.",
    page: ApplePage.contentVersion,
    advice:
      "Derive contentVersion from the contents, not from a clock or a counter: each new version downloads them again.")

  static let contents = ConformanceRule(
    "versions.contents", "Changed contents have another version.", page: ApplePage.contentVersion,
    advice: "Change contentVersion with every upload, even if the size or the date stays the same.",
    changesItems: true)

  static let checks =
    RuleCheck.observed(ObservedRules.Versions.all)
    + [RuleCheck(stable, checkStable), RuleCheck(contents, checkContents)]

  @Sendable private static func checkStable(_ stage: ValidationStage) throws {
    let items = try stage.sample().items.filter { $0.contentVersion != nil && $0.isFolder == false }.prefix(5)
    guard !items.isEmpty else { throw Unmet("no document has a version") }
    for item in items {
      let versions = try (0..<3).map { _ in try stage.caller.item(item.identifier).contentVersion }
      // Another device may change it meanwhile, but not each time.
      if versions[0] != versions[1], versions[1] != versions[2] {
        throw Violation("“\(item.filename)” was looked up three times, and had three versions of its contents")
      }
    }
  }

  @Sendable private static func checkContents(_ stage: ValidationStage) throws {
    let item = try stage.makeFile("versions", "first")
    guard let before = item.contentVersion else { throw Unmet("the items have no version") }
    let answer = try stage.replaceContents(of: item, with: "other")
    guard let after = answer.item?.contentVersion, answer.pending.isEmpty else {
      throw Unmet("the change is still pending")
    }
    if before == after { throw Violation("“first” and “other” have the same contentVersion") }
  }
}
