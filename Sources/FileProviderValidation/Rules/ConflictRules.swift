import FileProviderInterface
import Foundation

/// Rules for conflicting changes by two devices or programs.
enum ConflictRules {
  static let collision = ConformanceRule(
    "conflicts.collision", "A new item does not replace another with the same name.",
    page: ApplePage.collision,
    advice: "Fail with NSError.fileProviderErrorForCollision(with:), or give the new item another name.",
    changesItems: true)

  static let refusal = ConformanceRule(
    "conflicts.refusal", "A change refused because of a newer version changes nothing.",
    page: ApplePage.modifyItem,
    advice: "Compare the versions before writing; let the server do both in one request.",
    changesItems: true)

  static let checks = [RuleCheck(collision, checkCollision), RuleCheck(refusal, checkRefusal)]

  @Sendable private static func checkCollision(_ stage: ValidationStage) throws {
    let first = try stage.makeFile("taken", "the first one")
    let template = TemplateItem(first.filename, in: first.parent)
    do { _ = try stage.caller.create(template, contents: stage.file("the second one")) } catch is Refusal {}
    guard let kept = try stage.lookUp(first.identifier) else {
      throw Violation("a second “taken” was created, and the first one no longer exists")
    }
    if let bytes = try stage.caller.fetch(kept).bytes, bytes == Data("the second one".utf8) {
      throw Violation("a second “taken” was created, and the first one now has its contents")
    }
  }

  @Sendable private static func checkRefusal(_ stage: ValidationStage) throws {
    let first = try stage.makeFile("conflict", "base")
    guard let current = try stage.replaceContents(of: first, with: "theirs").item else {
      throw Unmet("the contents could not be changed")
    }
    guard current.contentVersion != first.contentVersion else { throw Unmet("both versions are the same") }
    do {
      _ = try stage.replaceContents(of: current, with: "mine", base: first)
      throw Unmet("the provider accepts a change based on an older version")
    } catch is Refusal {}
    if let bytes = try stage.caller.fetch(current).bytes, bytes == Data("mine".utf8) {
      throw Violation("a change based on an older version was refused, but the contents were replaced")
    }
  }
}
