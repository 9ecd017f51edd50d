import FileProviderInterface
import FileProviderProgram
import Foundation
import PredicateFormat

/// A value in a rule. Truths are 1 and 0, as in Objective-C.
enum RuleValue: Equatable, Sendable {
  case null
  case text(String)
  case number(Double)
  case list([RuleValue])
  case facts([String: RuleValue])
  case object(any RuleObject)

  static func truth(_ isTrue: Bool) -> RuleValue { .number(isTrue ? 1 : 0) }

  /// A member of a JSON object.
  init(json: Any) {
    switch json {
    case let text as String: self = .text(text)
    case let number as Double: self = .number(number)
    case let flag as Bool: self = .truth(flag)
    default: self = .null
    }
  }

  /// A member of a property list.
  init(propertyList: Any) {
    switch propertyList {
    case let flag as Bool: self = .truth(flag)
    case let number as Int: self = .number(Double(number))
    case let date as Date: self = .text(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    case let members as [Any]: self = .list(members.map { RuleValue(propertyList: $0) })
    case let facts as [String: Any]: self = .facts(facts.mapValues { RuleValue(propertyList: $0) })
    default: self.init(json: propertyList)
    }
  }

  /// - Throws: `ActivationRule.NotUnderstood` for a key of something that has no keys.
  func value(_ key: String) throws -> RuleValue {
    switch self {
    case .null: .null
    case .facts(let facts): facts[key] ?? Self.below(key, facts)
    case .object(let object): try object.value(key)
    case .list(let values): .list(try values.map { try $0.value(key) })
    case .text, .number: throw ActivationRule.NotUnderstood("a string or a number has no key “\(key)”")
    }
  }

  /// The keys that begin with this one and a dot: rules name `isShared.inherited` without quotes.
  private static func below(_ key: String, _ facts: [String: RuleValue]) -> RuleValue {
    let found = facts.filter { $0.key.hasPrefix(key + ".") }
    guard !found.isEmpty else { return .null }
    return .facts(Dictionary(uniqueKeysWithValues: found.map { (String($0.key.dropFirst(key.count + 1)), $0.value) }))
  }

  /// How it is ordered before another; `nil` where the two cannot be compared.
  func isLess(than other: RuleValue, _ options: PredicateSyntax.Options) -> Bool? {
    switch (self, other) {
    case (.number(let first), .number(let second)): first < second
    case (.text(let first), .text(let second)): options.folded(first) < options.folded(second)
    default: nil
    }
  }

  func isEqual(to other: RuleValue, _ options: PredicateSyntax.Options) -> Bool {
    if case .text(let first) = self, case .text(let second) = other {
      return options.folded(first) == options.folded(second)
    }
    return self == other
  }

  static func == (first: RuleValue, second: RuleValue) -> Bool {
    switch (first, second) {
    case (.null, .null): true
    case (.text(let first), .text(let second)): first == second
    case (.number(let first), .number(let second)): first == second
    case (.list(let first), .list(let second)): first == second
    case (.facts(let first), .facts(let second)): first == second
    // Which item it is does not matter to any rule.
    default: false
    }
  }
}
