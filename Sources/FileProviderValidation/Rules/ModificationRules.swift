import FileProviderInterface

/// Changed items.
enum ModificationRules {
  static let kept = ConformanceRule(
    "modification.kept", "A changed item matches the answer when it is looked up again.", page: ApplePage.modifyItem,
    advice: "Answer after the server has the change; return fields that it does not have yet in stillPendingFields.",
    changesItems: true)

  static let checks = [RuleCheck(kept, checkKept)]

  @Sendable private static func checkKept(_ stage: ValidationStage) throws {
    let item = try stage.makeFile("before", "before")
    let wanted = TemplateItem("after", in: item.parent, identifier: item.identifier)
    let answer = try stage.caller.modify(wanted, from: item, fields: .filename)
    guard let changed = answer.item, answer.pending.isEmpty else { throw Unmet("the change is still pending") }
    try stage.expect("“before” was renamed, and the answer says “\(changed.filename)”, but") {
      guard let found = try stage.lookUp(changed.identifier) else { return "item(for:) answers noSuchItem" }
      return found.filename == changed.filename ? nil : "item(for:) says “\(found.filename)”"
    }
  }
}
