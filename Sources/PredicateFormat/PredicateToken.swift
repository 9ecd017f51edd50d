/// A word or a sign of a predicate's text.
enum PredicateToken: Equatable {
  case word(String)
  /// What was between quotes.
  case text(String)
  case integer(Int64)
  case number(Double)
  case variable(String)
  /// What stands for a value given with the text: the letters after `%`.
  case argument(String)
  /// Punctuation and operators, such as `(` and `==`.
  case sign(String)

  /// - Throws: `PredicateSyntax.NotUnderstood`.
  static func all(in text: String, _ limits: PredicateSyntax.Limits) throws -> [PredicateToken] {
    guard text.utf8.count <= limits.length else { throw PredicateSyntax.NotUnderstood("it is too long") }
    var rest = Substring(text)
    var tokens: [PredicateToken] = []
    while true {
      rest = rest.drop { $0.isWhitespace }
      guard !rest.isEmpty else { return tokens }
      tokens.append(try next(&rest))
    }
  }

  private static func next(_ rest: inout Substring) throws -> PredicateToken {
    guard let first = rest.first else { throw PredicateSyntax.NotUnderstood("it ends too early") }
    switch first {
    case "\"", "'": return .text(try quoted(&rest, by: first))
    case "$":
      rest.removeFirst()
      return .variable(take(&rest, while: isInWord))
    case "%": return .argument(try argument(&rest))
    // Left and right of the sign of some operators' names.
    case _ where isFirstInWord(first): return .word(take(&rest) { isInWord($0) || $0 == "-" })
    case _ where first.isASCII && first.isNumber: return try number(&rest)
    default: return .sign(try sign(&rest))
    }
  }

  /// Whole numbers stay whole: a `Double` has no room for every one of them.
  private static func number(_ rest: inout Substring) throws -> PredicateToken {
    let found = try? /0[xX]([0-9a-fA-F]+)|[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/.prefixMatch(in: rest)
    let digits = found?.0 ?? rest.prefix(1)
    rest.removeFirst(digits.count)
    if let hexadecimal = found?.1 {
      if let integer = Int64(hexadecimal, radix: 16) { return .integer(integer) }
    } else if let integer = Int64(digits) {
      return .integer(integer)
    } else if let number = Double(digits) {
      return .number(number)
    }
    throw PredicateSyntax.NotUnderstood("“\(digits)” is no number")
  }

  private static let signs = [
    "==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "=", "<", ">", "!", "(", ")", "{", "}", "[", "]", ",", ".",
    "@", "-",
  ]

  private static func sign(_ rest: inout Substring) throws -> String {
    guard let sign = signs.first(where: { rest.hasPrefix($0) }) else {
      throw PredicateSyntax.NotUnderstood("“\(rest.prefix(1))” is not understood")
    }
    rest.removeFirst(sign.count)
    return sign
  }

  /// What printf(3) has for numbers, `%@` for any value and `%K` for keys.
  private static func argument(_ rest: inout Substring) throws -> String {
    guard let letters = try? /%(@|K|(hh|h|ll|l|q|z|t|j|L)?[dDiuUxXoOfFeEgGaA])/.prefixMatch(in: rest)?.1 else {
      throw PredicateSyntax.NotUnderstood("“\(rest.prefix(2))” is not understood")
    }
    rest.removeFirst(1 + letters.count)
    return String(letters)
  }

  private static func quoted(_ rest: inout Substring, by quote: Character) throws -> String {
    rest.removeFirst()
    var text = ""
    while let character = rest.popFirst() {
      if character == quote { return text }
      guard character == "\\" else {
        text.append(character)
        continue
      }
      guard let escaped = rest.popFirst() else { break }
      switch escaped {
      case "n": text.append("\n")
      case "r": text.append("\r")
      case "t": text.append("\t")
      case "\\", "\"", "'": text.append(escaped)
      default: throw PredicateSyntax.NotUnderstood("“\\\(escaped)” is not understood")
      }
    }
    throw PredicateSyntax.NotUnderstood("a quote is not closed")
  }

  private static func isFirstInWord(_ character: Character) -> Bool { character.isLetter || character == "_" }
  private static func isInWord(_ character: Character) -> Bool { isFirstInWord(character) || character.isNumber }

  private static func take(_ rest: inout Substring, while isTaken: (Character) -> Bool) -> String {
    let word = rest.prefix(while: isTaken)
    rest = rest.dropFirst(word.count)
    return String(word)
  }
}
