/// The rule in an `Info.plist` that says for which items an action is offered: the text of an `NSPredicate`, which Foundation cannot read on Linux.
///
/// Understood are comparisons, `AND`, `OR` and `NOT`, `ANY`, `ALL` and `NONE`, key paths, `SUBQUERY` with `@count`, `TRUEPREDICATE` and
/// `FALSEPREDICATE`. Apple: Foundation / Predicate Format String Syntax.
struct ActivationRule: Equatable, Sendable {
  /// What a rule says that cannot be understood, for a message.
  struct NotUnderstood: Error, Equatable, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  indirect enum Condition: Equatable, Sendable {
    case constant(Bool)
    case not(Condition)
    case and(Condition, Condition)
    case or(Condition, Condition)
    case comparison(Quantifier?, Expression, Operator, Options, Expression)
  }

  /// Which of the values on the left have to be so.
  enum Quantifier: Equatable, Sendable { case any, all, none }

  enum Operator: Equatable, Sendable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    case between, isIn, contains, beginsWith, endsWith, like, conformsToType, equalsType
  }

  /// How texts are compared.
  struct Options: OptionSet, Sendable {
    let rawValue: Int
    static let caseInsensitive = Options(rawValue: 1)
    static let diacriticInsensitive = Options(rawValue: 2)
  }

  indirect enum Expression: Equatable, Sendable {
    case value(RuleValue)
    case list([Expression])
    /// What the rule is about, which has `fileproviderItems`.
    case subject
    case variable(String)
    case key(Expression, String)
    /// `@count`
    case count(Expression)
    /// `SUBQUERY(collection, $variable, condition)`
    case subquery(Expression, String, Condition)
  }

  let condition: Condition

  /// - Throws: `NotUnderstood`.
  init(_ text: String) throws {
    var parser = RuleParser(try RuleToken.all(in: text))
    condition = try parser.whole()
  }

  /// Whether the rule of an action holds for some items.
  ///
  /// - Parameter domainFacts: What the provider says of the domain as a whole, `NSFileProviderDomainState.userInfo`.
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
    guard let value = values[key] else { throw ActivationRule.NotUnderstood("there is no “\(key)”") }
    return value
  }
}
