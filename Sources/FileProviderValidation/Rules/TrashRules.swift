import FileProviderInterface

/// The trash, or that there is none.
enum TrashRules {
  static let enumerator = ConformanceRule(
    "trash.enumerator", "The trash has an enumerator, or requesting it fails with NSFeatureUnsupportedError.",
    page: ApplePage.enumerator, advice: "Throw CocoaError(.featureUnsupported) if you have no trash.")

  static let capability = ConformanceRule(
    "trash.capability", "Without a trash, no item can be trashed.", page: ApplePage.enumerator,
    advice: "Omit allowsTrashing from the items' capabilities, or set the domain's supportsSyncingTrash to false.")

  static let checks = [RuleCheck(enumerator, checkEnumerator), RuleCheck(capability, checkCapability)]

  @Sendable private static func checkEnumerator(_ stage: ValidationStage) throws {
    do { _ = try stage.caller.list(.trashContainer, mostPages: 20) } catch let refusal as Refusal {
      guard !refusal.isUnsupported, !refusal.isAboutServer else { return }
      throw Violation("asking for the trash was answered with \(refusal.text)")
    }
  }

  @Sendable private static func checkCapability(_ stage: ValidationStage) throws {
    do {
      _ = try stage.caller.list(.trashContainer, mostPages: 20)
      throw Unmet("the provider has a trash")
    } catch let refusal as Refusal {
      guard refusal.isUnsupported else { throw refusal }
      guard stage.domain.supportsSyncingTrash else { throw Unmet("the domain leaves the trash to the system") }
    }
    let items = try stage.sample().items
    guard !items.isEmpty else { throw Unmet("there are no items") }
    if let item = items.first(where: { $0.capabilities.contains(.allowsTrashing) }) {
      throw Violation("there is no trash, but “\(item.filename)” has the capability allowsTrashing")
    }
  }
}
