/// A rule and how it is checked.
struct RuleCheck: Sendable {
  let rule: ConformanceRule
  /// Throws ``Violation`` for a breach, and ``Unmet`` or ``Refusal`` where the rule cannot be checked; `nil` for a rule that is looked at
  /// during all calls.
  let perform: (@Sendable (ValidationStage) throws -> Void)?

  /// A rule that is looked at during all calls.
  init(observed rule: ConformanceRule) {
    self.rule = rule
    perform = nil
  }

  init(_ rule: ConformanceRule, _ perform: @escaping @Sendable (ValidationStage) throws -> Void) {
    self.rule = rule
    self.perform = perform
  }
}

/// A breach of the rule that is being checked.
struct Violation: Error {
  /// What was seen.
  let seen: String
  init(_ seen: String) { self.seen = seen }
}

/// The rule that is being checked asks nothing of this provider, or cannot be put to the test.
struct Unmet: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}

/// The check is to end now.
struct Interrupted: Error {}
