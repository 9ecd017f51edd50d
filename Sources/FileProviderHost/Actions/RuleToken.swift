/// A word or a sign of a rule.
enum RuleToken: Equatable {
  case word(String)
  /// What was between quotes.
  case text(String)
  case number(Double)
  case variable(String)
  /// Punctuation and operators, such as `(` and `==`.
  case sign(String)

  /// Rules are short; a longer one is no rule.
  private static let longest = 10_000

  /// - Throws: `ActivationRule.NotUnderstood`.
  static func all(in text: String) throws -> [RuleToken] {
    guard text.utf8.count <= longest else { throw ActivationRule.NotUnderstood("it is too long") }
    var rest = Substring(text)
    var tokens: [RuleToken] = []
    while true {
      rest = rest.drop { $0.isWhitespace }
      guard !rest.isEmpty else { return tokens }
      tokens.append(try next(&rest))
    }
  }

  private static func next(_ rest: inout Substring) throws -> RuleToken {
    guard let first = rest.first else { throw ActivationRule.NotUnderstood("it ends too early") }
    switch first {
    case "\"", "'": return .text(try quoted(&rest, by: first))
    case "$":
      rest.removeFirst()
      return .variable(take(&rest, while: isInWord))
    // Left and right of the sign of some operators' names.
    case _ where isFirstInWord(first): return .word(take(&rest) { isInWord($0) || $0 == "-" })
    case _ where first.isASCII && first.isNumber:
      let digits = take(&rest) { $0.isASCII && ($0.isNumber || $0 == ".") }
      guard let number = Double(digits) else { throw ActivationRule.NotUnderstood("“\(digits)” is no number") }
      return .number(number)
    default: return .sign(try sign(&rest))
    }
  }

  private static let signs = [
    "==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "=", "<", ">", "!", "(", ")", "{", "}", "[", "]", ",", ".",
    "@", "-",
  ]

  private static func sign(_ rest: inout Substring) throws -> String {
    guard let sign = signs.first(where: { rest.hasPrefix($0) }) else {
      throw ActivationRule.NotUnderstood("“\(rest.prefix(1))” is not understood")
    }
    rest.removeFirst(sign.count)
    return sign
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
      case "t": text.append("\t")
      case "\\", "\"", "'": text.append(escaped)
      default: throw ActivationRule.NotUnderstood("“\\\(escaped)” is not understood")
      }
    }
    throw ActivationRule.NotUnderstood("a quote is not closed")
  }

  private static func isFirstInWord(_ character: Character) -> Bool { character.isLetter || character == "_" }
  private static func isInWord(_ character: Character) -> Bool { isFirstInWord(character) || character.isNumber }

  private static func take(_ rest: inout Substring, while isTaken: (Character) -> Bool) -> String {
    let word = rest.prefix(while: isTaken)
    rest = rest.dropFirst(word.count)
    return String(word)
  }
}
