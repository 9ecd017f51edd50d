import FileProviderInterface

/// Deleted items.
enum DeletionRules {
  static let gone = ConformanceRule(
    "deletion.gone", "A deleted item no longer exists: it cannot be looked up, and its folder does not list it.",
    page: ApplePage.deleteItem, advice: "Answer after the server has deleted the item.", changesItems: true)

  static let again = ConformanceRule(
    "deletion.again", "Deleting an item that no longer exists succeeds, or fails with noSuchItem.",
    page: ApplePage.deleteItem,
    advice: "Report success for an unknown item; the system retries after other errors, or shows them to the user.",
    changesItems: true)

  static let notEmpty = ConformanceRule(
    "deletion.not-empty", "A folder that is not empty is deleted only with the option recursive.",
    page: ApplePage.notEmpty, advice: "Without recursive, fail with directoryNotEmpty and delete nothing.",
    changesItems: true)

  static let recursive = ConformanceRule(
    "deletion.recursive", "With the option recursive, a folder is deleted with everything in it.",
    page: ApplePage.recursive, advice: "Delete the items in the folder as well, and report each in the working set.",
    changesItems: true)

  static let refusal = ConformanceRule(
    "deletion.refusal", "A refused deletion deletes nothing.", page: ApplePage.deletionRejected,
    advice: "Compare the version before deleting; pass deletionRejected only for items that still exist.",
    changesItems: true)

  static let checks = [
    RuleCheck(gone, checkGone), RuleCheck(again, checkAgain), RuleCheck(notEmpty, checkNotEmpty),
    RuleCheck(recursive, checkRecursive), RuleCheck(refusal, checkRefusal),
  ]

  @Sendable private static func checkGone(_ stage: ValidationStage) throws {
    let item = try stage.makeFile("deleted", "deleted")
    try stage.caller.delete(item)
    try stage.expect("“deleted” was deleted, and") {
      if try stage.lookUp(item.identifier) != nil { return "item(for:) still finds it" }
      let listed = try stage.caller.list(item.parent).contains { $0.identifier == item.identifier }
      return listed ? "its folder still lists it" : nil
    }
  }

  @Sendable private static func checkAgain(_ stage: ValidationStage) throws {
    let item = try stage.makeFile("deleted twice", "deleted")
    try stage.caller.delete(item)
    guard try stage.isGone(item.identifier) else { throw Unmet("the item could not be deleted") }
    do { try stage.caller.delete(item) } catch let refusal as Refusal where !refusal.isNoSuchItem {
      guard !refusal.isAboutServer else { throw refusal }
      throw Violation("deleting an item a second time was answered with \(refusal.text)")
    } catch is Refusal {}
  }

  @Sendable private static func checkNotEmpty(_ stage: ValidationStage) throws {
    let folder = try stage.makeFolder("not empty")
    let inner = try stage.makeFile("inner", "inner", in: folder)
    do { try stage.caller.delete(folder) } catch let refusal as Refusal {
      guard !refusal.isAboutServer else { throw refusal }
      guard refusal.code == .directoryNotEmpty else {
        throw Violation("deleting a folder that is not empty was answered with \(refusal.text)")
      }
      guard try stage.lookUp(inner.identifier) == nil else { return }
      throw Violation("deleting a folder was refused, but the item in it was deleted")
    }
    throw Violation("a folder that is not empty was deleted without the option recursive")
  }

  @Sendable private static func checkRecursive(_ stage: ValidationStage) throws {
    let folder = try stage.makeFolder("recursive")
    let inner = try stage.makeFile("inner", "inner", in: folder)
    try stage.caller.delete(folder, options: .recursive)
    try stage.expect("the folder was deleted with the option recursive, and") {
      try stage.lookUp(inner.identifier) == nil ? nil : "item(for:) still finds an item that was in it"
    }
  }

  @Sendable private static func checkRefusal(_ stage: ValidationStage) throws {
    let first = try stage.makeFile("changed", "base")
    guard let current = try stage.replaceContents(of: first, with: "theirs").item else {
      throw Unmet("the contents could not be changed")
    }
    guard current.contentVersion != first.contentVersion else { throw Unmet("both versions are the same") }
    do {
      try stage.caller.delete(current, base: first)
      throw Unmet("the provider ignores the version when it deletes")
    } catch is Refusal {}
    if try stage.lookUp(current.identifier) == nil {
      throw Violation("deleting an older version was refused, but the item was deleted")
    }
  }
}
