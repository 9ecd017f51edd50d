/// Makes a condition of the words of a predicate's text.
struct PredicateParser {
  /// What stands in parentheses may be either; what follows shows which.
  enum Node {
    case condition(PredicateSyntax.Condition)
    case expression(PredicateSyntax.Expression)
  }

  private(set) var tokens: ArraySlice<PredicateToken>
  /// How deep what is being read is nested.
  var depth = 0

  /// How many times `AND` and `OR` were read.
  private var links = 0
  private let limits: PredicateSyntax.Limits

  /// How many values are given with the text, and how many of them were asked for.
  private let arguments: Int
  private var argumentsTaken = 0

  init(_ tokens: [PredicateToken], arguments: Int, _ limits: PredicateSyntax.Limits) {
    self.tokens = tokens[...]
    self.arguments = arguments
    self.limits = limits
  }

  /// - Throws: `PredicateSyntax.NotUnderstood`.
  mutating func whole() throws -> PredicateSyntax.Condition {
    let condition = try self.condition()
    guard tokens.isEmpty else { throw unexpected() }
    return condition
  }

  mutating func condition() throws -> PredicateSyntax.Condition { try condition(either()) }

  private func condition(_ node: Node) throws -> PredicateSyntax.Condition {
    guard case .condition(let condition) = node else { throw PredicateSyntax.NotUnderstood("a comparison is missing") }
    return condition
  }

  mutating func expression() throws -> PredicateSyntax.Expression { try expression(term()) }

  private func expression(_ node: Node) throws -> PredicateSyntax.Expression {
    guard case .expression(let expression) = node else { throw PredicateSyntax.NotUnderstood("a value is missing") }
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
    guard links < limits.links else {
      throw PredicateSyntax.NotUnderstood("it joins more than \(limits.links + 1) conditions")
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
    guard depth < limits.depth else { throw PredicateSyntax.NotUnderstood("it is nested too deeply") }
    depth += 1
  }

  private mutating func comparison() throws -> Node {
    var quantifier: PredicateSyntax.Quantifier?
    if take(word: "ANY") || take(word: "SOME") { quantifier = .any }
    if take(word: "ALL") { quantifier = .all }
    if take(word: "NONE") { quantifier = PredicateSyntax.Quantifier.none }
    let left = try term()
    guard let comparison = takeOperator() else {
      guard quantifier == nil else { throw unexpected() }
      return left
    }
    guard comparison != .matches || limits.patterns else {
      throw PredicateSyntax.NotUnderstood("“MATCHES” is not understood")
    }
    let options = try self.options()
    return .condition(.comparison(quantifier, try expression(left), comparison, options, try expression()))
  }

  private mutating func takeOperator() -> PredicateSyntax.Operator? {
    let found: PredicateSyntax.Operator? =
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

  private static let named: [String: PredicateSyntax.Operator] = [
    "BETWEEN": .between, "IN": .isIn, "CONTAINS": .contains, "BEGINSWITH": .beginsWith, "ENDSWITH": .endsWith,
    "LIKE": .like, "MATCHES": .matches, "UTI-CONFORMS-TO": .conformsToType, "UTI-EQUALS": .equalsType,
  ]

  private mutating func options() throws -> PredicateSyntax.Options {
    guard take("[") else { return [] }
    guard case .word(let letters) = tokens.popFirst(), take("]") else { throw unexpected() }
    guard let options = PredicateSyntax.Options(letters) else {
      throw PredicateSyntax.NotUnderstood("the option “\(letters)” is not understood")
    }
    return options
  }

  // MARK: Words

  mutating func take(_ sign: String) -> Bool { take(.sign(sign)) }

  private mutating func take(_ token: PredicateToken) -> Bool {
    guard tokens.first == token else { return false }
    tokens.removeFirst()
    return true
  }

  mutating func take(word: String) -> Bool {
    guard case .word(let found) = tokens.first, found.uppercased() == word else { return false }
    tokens.removeFirst()
    return true
  }

  mutating func next() -> PredicateToken? { tokens.popFirst() }

  /// The number of the next of the values given with the text.
  mutating func nextArgument() throws -> Int {
    guard argumentsTaken < arguments else {
      throw PredicateSyntax.NotUnderstood("it asks for more values than the \(arguments) given")
    }
    argumentsTaken += 1
    return argumentsTaken - 1
  }

  func unexpected() -> PredicateSyntax.NotUnderstood {
    switch tokens.first {
    case nil: PredicateSyntax.NotUnderstood("it ends too early")
    case .word(let text), .text(let text), .sign(let text), .variable(let text):
      PredicateSyntax.NotUnderstood("“\(text)” is not understood")
    case .argument(let letters): PredicateSyntax.NotUnderstood("“%\(letters)” is not understood")
    case .integer(let integer): PredicateSyntax.NotUnderstood("\(integer) is not understood")
    case .number(let number): PredicateSyntax.NotUnderstood("\(number) is not understood")
    }
  }
}
