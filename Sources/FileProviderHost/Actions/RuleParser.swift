/// Makes a condition of the words of a rule.
struct RuleParser {
  /// What stands in parentheses may be either; what follows shows which.
  enum Node {
    case condition(ActivationRule.Condition)
    case expression(ActivationRule.Expression)
  }

  private(set) var tokens: ArraySlice<RuleToken>
  /// How deep what is being read is nested.
  var depth = 0

  /// How many times `AND` and `OR` were read.
  private var links = 0

  /// Deeper nesting would use up the stack.
  private static let deepest = 50
  /// So many conditions are one inside the other where they are evaluated, although they stand side by side.
  private static let mostLinks = 200

  init(_ tokens: [RuleToken]) { self.tokens = tokens[...] }

  /// - Throws: `ActivationRule.NotUnderstood`.
  mutating func whole() throws -> ActivationRule.Condition {
    let condition = try self.condition()
    guard tokens.isEmpty else { throw unexpected() }
    return condition
  }

  mutating func condition() throws -> ActivationRule.Condition { try condition(either()) }

  private func condition(_ node: Node) throws -> ActivationRule.Condition {
    guard case .condition(let condition) = node else { throw ActivationRule.NotUnderstood("a comparison is missing") }
    return condition
  }

  mutating func expression() throws -> ActivationRule.Expression { try expression(term()) }

  private func expression(_ node: Node) throws -> ActivationRule.Expression {
    guard case .expression(let expression) = node else { throw ActivationRule.NotUnderstood("a value is missing") }
    return expression
  }

  // MARK: Conditions

  mutating func either() throws -> Node {
    var node = try both()
    while take(word: "OR") || take("||") {
      try link()
      node = .condition(.or(try condition(node), try condition(both())))
    }
    return node
  }

  private mutating func both() throws -> Node {
    var node = try negated()
    while take(word: "AND") || take("&&") {
      try link()
      node = .condition(.and(try condition(node), try condition(negated())))
    }
    return node
  }

  private mutating func link() throws {
    guard links < Self.mostLinks else {
      throw ActivationRule.NotUnderstood("it joins more than \(Self.mostLinks + 1) conditions")
    }
    links += 1
  }

  private mutating func negated() throws -> Node {
    guard take(word: "NOT") || take("!") else { return try comparison() }
    try enter()
    defer { depth -= 1 }
    return .condition(.not(try condition(negated())))
  }

  /// Counts one more level, which the caller takes off.
  mutating func enter() throws {
    guard depth < Self.deepest else { throw ActivationRule.NotUnderstood("it is nested too deeply") }
    depth += 1
  }

  private mutating func comparison() throws -> Node {
    var quantifier: ActivationRule.Quantifier?
    if take(word: "ANY") || take(word: "SOME") { quantifier = .any }
    if take(word: "ALL") { quantifier = .all }
    if take(word: "NONE") { quantifier = ActivationRule.Quantifier.none }
    let left = try term()
    guard let comparison = takeOperator() else {
      guard quantifier == nil else { throw unexpected() }
      return left
    }
    let options = try self.options()
    return .condition(.comparison(quantifier, try expression(left), comparison, options, try expression()))
  }

  private mutating func takeOperator() -> ActivationRule.Operator? {
    let found: ActivationRule.Operator? =
      switch tokens.first {
      case .sign(let sign):
        switch sign {
        case "=", "==": .equal
        case "!=", "<>": .notEqual
        case "<": .less
        case "<=", "=<": .lessOrEqual
        case ">": .greater
        case ">=", "=>": .greaterOrEqual
        default: nil
        }
      case .word(let word): Self.named[word.uppercased()]
      default: nil
      }
    if found != nil { tokens.removeFirst() }
    return found
  }

  private static let named: [String: ActivationRule.Operator] = [
    "BETWEEN": .between, "IN": .isIn, "CONTAINS": .contains, "BEGINSWITH": .beginsWith, "ENDSWITH": .endsWith,
    "LIKE": .like, "UTI-CONFORMS-TO": .conformsToType, "UTI-EQUALS": .equalsType,
  ]

  private mutating func options() throws -> ActivationRule.Options {
    guard take("[") else { return [] }
    guard case .word(let letters) = tokens.popFirst(), take("]") else { throw unexpected() }
    switch letters {
    case "c": return .caseInsensitive
    case "d": return .diacriticInsensitive
    case "cd", "dc": return [.caseInsensitive, .diacriticInsensitive]
    default: throw ActivationRule.NotUnderstood("the option “\(letters)” is not understood")
    }
  }

  // MARK: Words

  mutating func take(_ sign: String) -> Bool { take(.sign(sign)) }

  private mutating func take(_ token: RuleToken) -> Bool {
    guard tokens.first == token else { return false }
    tokens.removeFirst()
    return true
  }

  mutating func take(word: String) -> Bool {
    guard case .word(let found) = tokens.first, found.uppercased() == word else { return false }
    tokens.removeFirst()
    return true
  }

  mutating func next() -> RuleToken? { tokens.popFirst() }

  func unexpected() -> ActivationRule.NotUnderstood {
    switch tokens.first {
    case nil: ActivationRule.NotUnderstood("it ends too early")
    case .word(let text), .text(let text), .sign(let text), .variable(let text):
      ActivationRule.NotUnderstood("“\(text)” is not understood")
    case .number(let number): ActivationRule.NotUnderstood("\(number) is not understood")
    }
  }
}
