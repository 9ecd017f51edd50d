/// What a check of a provider found.
public struct ValidationReport: Sendable {
  /// A result for each rule, in order; fewer where the check was interrupted.
  public internal(set) var results: [RuleResult] = []
  /// The name of the folder, where the provider did not remove it.
  public internal(set) var leftover: String?
  /// Why the root could not be listed, so that little else could be checked: often a server that is away.
  public internal(set) var obstacle: String?
  /// Whether it ended before all rules were checked.
  public internal(set) var isInterrupted = false

  /// How many rules have a verdict.
  public func count(_ verdict: RuleResult.Verdict) -> Int { results.count { $0.verdict == verdict } }

  /// The identifiers of the rules that were violated.
  public var violated: [String] { results.filter { $0.verdict == .violated }.map(\.rule.id) }

  /// Whether it could be checked to the end, and no rule was violated.
  public var isConformant: Bool { !isInterrupted && obstacle == nil && violated.isEmpty }
}
