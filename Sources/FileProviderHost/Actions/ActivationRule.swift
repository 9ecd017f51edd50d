import PredicateFormat

/// The activation rule of an action in `Info.plist`, which selects items: the text of an `NSPredicate`, without `MATCHES`.
struct ActivationRule: Equatable, Sendable {
  /// The part of a rule that cannot be parsed, for a message.
  typealias NotUnderstood = PredicateSyntax.NotUnderstood

  let condition: PredicateSyntax.Condition

  /// - Throws: `NotUnderstood`.
  init(_ text: String) throws {
    condition = try PredicateSyntax.condition(text, .stranger)
  }

  /// Whether the rule of an action holds for some items.
  ///
  /// - Parameter domainFacts: The provider's `NSFileProviderDomainState.userInfo`.
  /// - Throws: `NotUnderstood`, for a key that items do not have here.
  func holds(for items: [any RuleObject], domainFacts: [String: RuleValue] = [:]) throws -> Bool {
    try holds(about: [
      "fileproviderItems": .list(items.map { .object($0) }), "domainUserInfo": .facts(domainFacts),
    ])
  }

  /// Whether the rule holds for what has these values by key.
  ///
  /// - Throws: `NotUnderstood`, for a key that is not there.
  func holds(about subject: [String: RuleValue]) throws -> Bool {
    try RuleEvaluation(subject: .object(RuleSubject(values: subject))).isTrue(condition)
  }
}

/// Something with values by key, in a rule.
protocol RuleObject: Sendable {
  /// - Throws: `ActivationRule.NotUnderstood` for a key that it does not have.
  func value(_ key: String) throws -> RuleValue
}

/// What a rule is about.
struct RuleSubject: RuleObject {
  let values: [String: RuleValue]

  func value(_ key: String) throws -> RuleValue {
    guard let value = values[key] else { throw ActivationRule.NotUnderstood("unknown key “\(key)”") }
    return value
  }
}
