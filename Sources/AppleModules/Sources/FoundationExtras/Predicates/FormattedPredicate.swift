import PredicateFormat

/// A condition from a text, with the values given with the text.
struct FormattedPredicate {
  private let condition: PredicateSyntax.Condition
  private let arguments: [PredicateValue]

  /// - Throws: `PredicateSyntax.NotUnderstood`.
  init(_ format: String, _ arguments: [Any?]) throws {
    condition = try PredicateSyntax.condition(format, arguments: arguments.count, .own)
    self.arguments = arguments.map { PredicateValue($0) }
  }

  func holds(for object: Any?, _ variables: [String: Any]) -> Bool {
    isTrue(condition, Subject(value: PredicateValue(object), variables: variables.mapValues { PredicateValue($0) }))
  }

  /// What the condition is about.
  private struct Subject {
    let value: PredicateValue
    var variables: [String: PredicateValue]
  }

  private func isTrue(_ condition: PredicateSyntax.Condition, _ subject: Subject) -> Bool {
    switch condition {
    case .constant(let isTrue): return isTrue
    case .not(let condition): return !isTrue(condition, subject)
    case .and(let first, let second): return isTrue(first, subject) && isTrue(second, subject)
    case .or(let first, let second): return isTrue(first, subject) || isTrue(second, subject)
    case .comparison(let quantifier, let left, let comparison, let options, let right):
      let (left, right) = (value(left, subject), value(right, subject))
      let compared = PredicateComparison(comparison, options)
      guard let quantifier else { return compared.holds(left, right) }
      guard let values = left.members else { fatalError("NSInvalidArgumentException: ANY or ALL of one value") }
      switch quantifier {
      case .any: return values.contains { compared.holds($0, right) }
      case .all: return values.allSatisfy { compared.holds($0, right) }
      case .none: return !values.contains { compared.holds($0, right) }
      }
    }
  }

  private func value(_ expression: PredicateSyntax.Expression, _ subject: Subject) -> PredicateValue {
    switch expression {
    case .null: return .null
    case .text(let text): return .text(text)
    case .integer(let integer): return .number(NSNumber(value: integer))
    case .number(let number): return .number(NSNumber(value: number))
    case .truth(let isTrue): return .number(NSNumber(value: isTrue))
    case .list(let members): return .list(members.map { value($0, subject) })
    case .subject: return subject.value
    case .variable(let name):
      guard let value = subject.variables[name] else {
        fatalError("NSInvalidArgumentException: no value for the variable \"\(name)\"")
      }
      return value
    case .argument(let number): return arguments[number]
    case .key(let expression, let key): return value(expression, subject).value(key)
    case .keysOfArgument(let expression, let number):
      guard case .text(let keys) = arguments[number] else { fatalError("NSInvalidArgumentException: %K is of a text") }
      return keys.split(separator: ".").reduce(value(expression, subject)) { $0.value(String($1)) }
    case .count(let expression):
      return value(expression, subject).members.map { .number(NSNumber(value: $0.count)) } ?? .null
    case .subquery(let collection, let name, let condition):
      var inner = subject
      let members = value(collection, subject).members ?? []
      return .list(
        members.filter { member in
          inner.variables[name] = member
          return isTrue(condition, inner)
        })
    }
  }
}
