/// A rule and how it is checked.
struct RuleCheck: Sendable {
  let rule: ConformanceRule
  /// Throws ``Violation`` for a breach, and ``Unmet`` or ``Refusal`` where the rule cannot be checked; `nil` for a rule that is looked at
  /// during all calls.
  let perform: (@Sendable (ValidationStage) throws -> Void)?

  private init(observed rule: ConformanceRule) {
    self.rule = rule
    perform = nil
  }

  /// Rules that are looked at during all calls.
  static func observed(_ rules: [ConformanceRule]) -> [RuleCheck] { rules.map { RuleCheck(observed: $0) } }

  init(_ rule: ConformanceRule, _ perform: @escaping @Sendable (ValidationStage) throws -> Void) {
    self.rule = rule
    self.perform = perform
  }
}
