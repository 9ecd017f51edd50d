import FileProviderInterface
import Foundation

/// Rules for the capabilities of items.
enum CapabilityRules {
  static let honoured = ConformanceRule(
    "capabilities.honoured", "An operation that an item's capabilities allow is not refused permanently.",
    page: ApplePage.capabilities,
    advice: "Omit capabilities for what your server never does: programs are offered all others.", changesItems: true)

  static let checks = [RuleCheck(honoured, checkHonoured)]

  @Sendable private static func checkHonoured(_ stage: ValidationStage) throws {
    var item = try stage.makeFile("capable", "before")
    let allowed = item.capabilities
    if allowed.contains(.allowsWriting) {
      try attempt("allowsWriting") { item = try stage.replaceContents(of: item, with: "after").item ?? item }
    }
    if allowed.contains(.allowsRenaming) {
      let template = TemplateItem("renamed", in: item.parent, identifier: item.identifier)
      try attempt("allowsRenaming") {
        item = try stage.caller.modify(template, from: item, fields: .filename).item ?? item
      }
    }
    if allowed.contains(.allowsDeleting) {
      // As it is now: a deletion of an older version may be rejected.
      item = try stage.lookUp(item.identifier) ?? item
      try attempt("allowsDeleting") { try stage.caller.delete(item) }
    }
    if allowed.isDisjoint(with: [.allowsWriting, .allowsRenaming, .allowsDeleting]) {
      throw Unmet("a new document has no capability that can be tested")
    }
  }

  private static func attempt(_ capability: String, _ body: () throws -> Void) throws {
    do { try body() } catch let refusal as Refusal where isForGood(refusal) {
      throw Violation("an operation that a document's capability \(capability) allows was refused with \(refusal.text)")
    }
  }

  /// Whether a refusal is neither about the server's state nor about a version.
  private static func isForGood(_ refusal: Refusal) -> Bool {
    let cannotWrite =
      refusal.error.domain == NSCocoaErrorDomain && refusal.error.code == CocoaError.fileWriteNoPermission.rawValue
    return refusal.isUnsupported || refusal.code == .cannotSynchronize || cannotWrite
  }
}
