extension PredicateParser {
  /// A value, or a whole condition in parentheses.
  ///
  /// All that nests goes through here, but for NOT.
  mutating func term() throws -> Node {
    try enter()
    let outside = depth - 1
    defer { depth = outside }
    let node = try start()
    guard case .expression(var expression) = node else { return node }
    while take(".") {
      // A key of a key nests as well.
      try enter()
      expression = try member(of: expression)
    }
    return .expression(expression)
  }

  private mutating func start() throws -> Node {
    guard let token = next() else { throw unexpected() }
    switch token {
    case .text(let text): return .expression(.text(text))
    case .integer(let integer): return .expression(.integer(integer))
    case .number(let number): return .expression(.number(number))
    case .variable(let name): return .expression(.variable(name))
    case .argument(let letters): return .expression(try argument(letters, of: .subject))
    case .word(let word): return try named(word)
    case .sign("("):
      let node = try either()
      guard take(")") else { throw unexpected() }
      return node
    case .sign("{"): return .expression(try list())
    case .sign("-"):
      switch next() {
      case .integer(let integer): return .expression(.integer(-integer))
      case .number(let number): return .expression(.number(-number))
      default: throw unexpected()
      }
    case .sign("@"): return .expression(try aggregate(of: .subject))
    case .sign(let sign): throw PredicateSyntax.NotUnderstood("“\(sign)” is not understood")
    }
  }

  private mutating func named(_ word: String) throws -> Node {
    switch word.uppercased() {
    case "TRUEPREDICATE": .condition(.constant(true))
    case "FALSEPREDICATE": .condition(.constant(false))
    case "TRUE", "YES": .expression(.truth(true))
    case "FALSE", "NO": .expression(.truth(false))
    case "NIL", "NULL": .expression(.null)
    case "SELF": .expression(.subject)
    case "SUBQUERY": .expression(try subquery())
    // What is another word of the language, or a function, is no key.
    case _ where tokens.first == .sign("(") || word.contains("-"):
      throw PredicateSyntax.NotUnderstood("“\(word)” is not understood")
    default: .expression(.key(.subject, word))
    }
  }

  private mutating func argument(
    _ letters: String, of expression: PredicateSyntax.Expression
  ) throws -> PredicateSyntax.Expression {
    let number = try nextArgument()
    return letters == "K" ? .keysOfArgument(expression, number) : .argument(number)
  }

  private mutating func subquery() throws -> PredicateSyntax.Expression {
    guard take("(") else { throw unexpected() }
    let collection = try expression()
    guard take(","), case .variable(let name)? = next(), take(",") else { throw unexpected() }
    let condition = try condition()
    guard take(")") else { throw unexpected() }
    return .subquery(collection, name, condition)
  }

  private mutating func list() throws -> PredicateSyntax.Expression {
    var members: [PredicateSyntax.Expression] = []
    if take("}") { return .list(members) }
    repeat { members.append(try expression()) } while take(",")
    guard take("}") else { throw unexpected() }
    return .list(members)
  }

  private mutating func member(of expression: PredicateSyntax.Expression) throws -> PredicateSyntax.Expression {
    switch next() {
    case .word(let key), .text(let key): return .key(expression, key)
    case .argument("K"): return try argument("K", of: expression)
    case .sign("@"): return try aggregate(of: expression)
    default: throw unexpected()
    }
  }

  private mutating func aggregate(of expression: PredicateSyntax.Expression) throws -> PredicateSyntax.Expression {
    guard take(word: "COUNT") else { throw unexpected() }
    return .count(expression)
  }
}
