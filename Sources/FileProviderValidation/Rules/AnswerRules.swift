/// How every call is answered. All calls are looked at.
enum AnswerRules {
  static let called = ConformanceRule(
    "answers.called", "Every completion handler is called, and every enumeration is finished.",
    page: ApplePage.replicatedExtension,
    advice: "Call the handler on every code path, including after an error and after a cancellation.")

  static let once = ConformanceRule(
    "answers.once", "A completion handler is called only once.", page: ApplePage.replicatedExtension,
    advice: "Return right after calling the handler; look for a missing “return” after an error.")

  static let result = ConformanceRule(
    "answers.result", "An answer to “item” or “fetchContents” has a result or an error.", page: ApplePage.item,
    advice: "Pass an NSFileProviderError where there is no result; noSuchItem if there is no such item.")

  static let errorDomain = ConformanceRule(
    "errors.domain", "An error is of NSCocoaErrorDomain or NSFileProviderErrorDomain.",
    page: ApplePage.replicatedExtension,
    advice: "Convert errors of other domains, and pass the original under NSUnderlyingErrorKey.")

  static let checks = [called, once, result, errorDomain].map { RuleCheck(observed: $0) }
}
