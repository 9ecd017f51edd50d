/// A command line of a key file, taken apart as a shell takes it apart, and without one: nothing in it is expanded.
enum QuotedWords {
  /// - Returns: `nil` where a quote has no end.
  static func split(_ line: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in line {
      switch (character, quote) {
      case _ where isEscaped:
        word = (word ?? "") + String(character)
        isEscaped = false
      case ("\\", nil), ("\\", "\""): isEscaped = true
      case (_, let open?) where character == open: quote = nil
      case ("\"", nil), ("'", nil): (quote, word) = (character, word ?? "")
      case (" ", nil), ("\t", nil):
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    guard quote == nil, !isEscaped else { return nil }
    return words + (word.map { [$0] } ?? [])
  }
}
