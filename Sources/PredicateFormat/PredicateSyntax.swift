/// What the text of an `NSPredicate` says, which Foundation cannot read on Linux.
///
/// Understood are comparisons, `AND`, `OR` and `NOT`, `ANY`, `ALL` and `NONE`, key paths, `SUBQUERY` with `@count`, `TRUEPREDICATE` and
/// `FALSEPREDICATE`. Apple: Foundation / Predicate Format String Syntax.
public enum PredicateSyntax {
  /// What a text says that cannot be understood, for a message.
  public struct NotUnderstood: Error, Equatable, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
  }

  public indirect enum Condition: Equatable, Sendable {
    case constant(Bool)
    case not(Condition)
    case and(Condition, Condition)
    case or(Condition, Condition)
    case comparison(Quantifier?, Expression, Operator, Options, Expression)
  }

  /// Which of the values on the left have to be so.
  public enum Quantifier: Equatable, Sendable { case any, all, none }

  public enum Operator: Equatable, Sendable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    case between, isIn, contains, beginsWith, endsWith, like, matches, conformsToType, equalsType
  }

  public indirect enum Expression: Equatable, Sendable {
    case null
    case text(String)
    case integer(Int64)
    case number(Double)
    case truth(Bool)
    case list([Expression])
    /// What the condition is about: `SELF`, and what keys without more are of.
    case subject
    case variable(String)
    /// One of the values given with the text: `%@`, `%d`.
    case argument(Int)
    case key(Expression, String)
    /// The keys that one of the values given with the text names: `%K`.
    case keysOfArgument(Expression, Int)
    /// `@count`
    case count(Expression)
    /// `SUBQUERY(collection, $variable, condition)`
    case subquery(Expression, String, Condition)
  }

  /// How much of a text is read.
  public struct Limits: Sendable {
    var length: Int
    /// Deeper nesting would use up the stack.
    var depth = 50
    /// So many conditions are one inside the other where they are evaluated, although they stand side by side.
    var links: Int
    /// Whether there may be regular expressions, of which one may take for ever.
    var patterns: Bool

    /// A text of somebody else.
    public static let stranger = Limits(length: 10_000, links: 200, patterns: false)
    /// A text of the program's own.
    public static let own = Limits(length: 1_000_000, links: 2_000, patterns: true)
  }

  /// - Parameter arguments: How many values are given with the text.
  /// - Throws: `NotUnderstood`.
  public static func condition(_ text: String, arguments: Int = 0, _ limits: Limits) throws -> Condition {
    var parser = PredicateParser(try PredicateToken.all(in: text, limits), arguments: arguments, limits)
    return try parser.whole()
  }
}
