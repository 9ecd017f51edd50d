extension PredicateSyntax {
  /// How texts are compared.
  package struct Options: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let caseInsensitive = Options(rawValue: 1)
    package static let diacriticInsensitive = Options(rawValue: 2)

    /// A text without what does not matter.
    package func folded(_ text: String) -> String {
      guard !isEmpty else { return text }
      var folded: String.CompareOptions = []
      if contains(.caseInsensitive) { folded.insert(.caseInsensitive) }
      if contains(.diacriticInsensitive) { folded.insert(.diacriticInsensitive) }
      return text.folding(options: folded, locale: nil)
    }
  }

  /// Whether a text is as a pattern with `*` and `?` says.
  package static func isLike(_ text: String, _ pattern: String) -> Bool { matches(Array(text), Array(pattern)) }

  private static func matches(_ text: [Character], _ pattern: [Character]) -> Bool {
    // Where the last star was, and where in the text what follows it is tried.
    var (place, sign) = (0, 0)
    var star: (sign: Int, place: Int)?
    while place < text.count {
      if sign < pattern.count, pattern[sign] == "*" {
        star = (sign, place)
        sign += 1
      } else if sign < pattern.count, pattern[sign] == "?" || pattern[sign] == text[place] {
        (place, sign) = (place + 1, sign + 1)
      } else if let last = star {
        star = (last.sign, last.place + 1)
        (place, sign) = (last.place + 1, last.sign + 1)
      } else {
        return false
      }
    }
    return pattern[sign...].allSatisfy { $0 == "*" }
  }
}
