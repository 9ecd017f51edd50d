/// What became of one rule.
public struct RuleResult: Sendable {
  /// How a provider stands to a rule.
  public enum Verdict: String, Sendable {
    /// It keeps the rule, as far as was seen.
    case passed
    /// It does not.
    case violated
    /// The rule asks nothing of it, or could not be checked.
    case notApplicable = "not-applicable"
  }

  public let rule: ConformanceRule
  public let verdict: Verdict
  /// Why the rule is not applicable; `nil` otherwise.
  public let reason: String?
  /// The breaches that were seen, at most five.
  public let seen: [String]
}
