import FileProviderDomains
import FileProviderInterface
import FileProviderProgram
import PredicateFormat
import UniformTypeIdentifiers

/// Says whether a rule's condition is true.
struct RuleEvaluation {
  let subject: RuleValue
  private var variables: [String: RuleValue] = [:]

  init(subject: RuleValue) { self.subject = subject }

  func isTrue(_ condition: PredicateSyntax.Condition) throws -> Bool {
    switch condition {
    case .constant(let isTrue): return isTrue
    case .not(let condition): return try !isTrue(condition)
    // Both sides are evaluated, so that a rule fails to evaluate for all items or for none.
    case .and(let first, let second):
      let both = (try isTrue(first), try isTrue(second))
      return both.0 && both.1
    case .or(let first, let second):
      let both = (try isTrue(first), try isTrue(second))
      return both.0 || both.1
    case .comparison(let quantifier, let left, let comparison, let options, let right):
      let (left, right) = (try value(left), try value(right))
      guard let quantifier else { return try compare(left, comparison, right, options) }
      guard case .list(let values) = left else { throw ActivationRule.NotUnderstood("ANY and ALL require a list") }
      let results = try values.map { try compare($0, comparison, right, options) }
      switch quantifier {
      case .any: return results.contains(true)
      case .all: return !results.contains(false)
      case .none: return !results.contains(true)
      }
    }
  }

  private func value(_ expression: PredicateSyntax.Expression) throws -> RuleValue {
    switch expression {
    case .null: return .null
    case .text(let text): return .text(text)
    case .integer(let integer): return .number(Double(integer))
    case .number(let number): return .number(number)
    case .truth(let isTrue): return .truth(isTrue)
    case .argument, .keysOfArgument: throw ActivationRule.NotUnderstood("the rule has no arguments")
    case .list(let members): return .list(try members.map(value))
    case .subject: return subject
    case .variable(let name):
      guard let value = variables[name] else { throw ActivationRule.NotUnderstood("unknown variable “$\(name)”") }
      return value
    case .key(let expression, let key): return try value(expression).value(key)
    case .count(let expression): return .number(Double(try members(of: expression).count))
    case .subquery(let collection, let name, let condition):
      var inner = self
      return .list(
        try members(of: collection).filter { member in
          inner.variables[name] = member
          return try inner.isTrue(condition)
        })
    }
  }

  private func members(of expression: PredicateSyntax.Expression) throws -> [RuleValue] {
    switch try value(expression) {
    case .list(let members): return members
    case .null: return []
    default: throw ActivationRule.NotUnderstood("expected a list")
    }
  }

  private func compare(
    _ left: RuleValue, _ comparison: PredicateSyntax.Operator, _ right: RuleValue, _ options: PredicateSyntax.Options
  ) throws -> Bool {
    switch comparison {
    case .equal: return left.isEqual(to: right, options)
    case .notEqual: return !left.isEqual(to: right, options)
    case .less: return left.isLess(than: right, options) == true
    case .greater: return right.isLess(than: left, options) == true
    case .lessOrEqual: return right.isLess(than: left, options) == false
    case .greaterOrEqual: return left.isLess(than: right, options) == false
    case .between:
      guard case .list(let bounds) = right, bounds.count == 2 else {
        throw ActivationRule.NotUnderstood("BETWEEN requires two bounds")
      }
      return left.isLess(than: bounds[0], options) == false && bounds[1].isLess(than: left, options) == false
    case .isIn: return contains(right, left, options)
    case .contains: return contains(left, right, options)
    case .beginsWith: return texts(left, right, options) { $0.hasPrefix($1) }
    case .endsWith: return texts(left, right, options) { $0.hasSuffix($1) }
    case .like: return texts(left, right, options) { PredicateSyntax.isLike($0, $1) }
    // A stranger's pattern may take for ever.
    case .matches: throw ActivationRule.NotUnderstood("“MATCHES” is not supported")
    case .conformsToType:
      return texts(left, right, []) {
        UTType($0)?.conforms(to: UTType($1) ?? UTType(importedAs: $1)) == true || $0 == $1
      }
    case .equalsType: return texts(left, right, .caseInsensitive) { $0 == $1 }
    }
  }

  private func contains(_ whole: RuleValue, _ part: RuleValue, _ options: PredicateSyntax.Options) -> Bool {
    if case .list(let values) = whole { return values.contains { $0.isEqual(to: part, options) } }
    return texts(whole, part, options) { $0.contains($1) }
  }

  private func texts(
    _ left: RuleValue, _ right: RuleValue, _ options: PredicateSyntax.Options, _ holds: (String, String) -> Bool
  ) -> Bool {
    guard case .text(let left) = left, case .text(let right) = right else { return false }
    return holds(options.folded(left), options.folded(right))
  }
}
