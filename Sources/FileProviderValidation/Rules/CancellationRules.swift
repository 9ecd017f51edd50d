import FileProviderInterface
import Foundation

/// Rules for cancelled calls.
enum CancellationRules {
  static let answered = ConformanceRule(
    "cancellation.answered", "A cancelled fetch is answered.", page: ApplePage.fetchContents,
    advice: "Set the progress's cancellationHandler, and call the completion handler when the work has stopped.")

  static let error = ConformanceRule(
    "cancellation.error",
    "A fetch that did not finish because of its cancellation is answered with NSUserCancelledError.",
    page: ApplePage.fetchContents, advice: "Pass CocoaError(.userCancelled).")

  static let creation = ConformanceRule(
    "cancellation.creation", "A cancelled creation is answered.", page: ApplePage.createItem,
    advice: "Call the completion handler when the work has stopped, with NSUserCancelledError if nothing was created.",
    changesItems: true)

  static let checks = [
    RuleCheck(answered, checkAnswered), RuleCheck(error, checkError), RuleCheck(creation, checkCreation),
  ]

  @Sendable private static func checkCreation(_ stage: ValidationStage) throws {
    let template = TemplateItem("cancelled", in: try stage.folder().identifier)
    guard try stage.caller.cancelCreation(of: template, contents: stage.file("cancelled")) == nil else { return }
    throw Violation("createItem was cancelled, and its handler was not called in \(stage.caller.deadlineText)")
  }

  @Sendable private static func checkAnswered(_ stage: ValidationStage) throws {
    if case nil = try stage.cancelledFetch() {
      throw Violation(
        "fetchContents(for:version:request:completionHandler:) was cancelled, and its handler was not called in "
          + "\(stage.caller.deadlineText)")
    }
  }

  @Sendable private static func checkError(_ stage: ValidationStage) throws {
    guard let outcome = try stage.cancelledFetch() else { throw Unmet("the cancelled fetch was not answered") }
    guard let error = outcome.error else { throw Unmet("the contents arrived before the cancellation") }
    let isCancelled = error.domain == NSCocoaErrorDomain && error.code == CocoaError.userCancelled.rawValue
    guard !isCancelled else { return }
    let refusal = Refusal("fetchContents", error)
    if refusal.isAboutServer, stage.isServerAway { throw refusal }
    throw Violation("a fetch that was cancelled was answered with \(refusal.text)")
  }
}
