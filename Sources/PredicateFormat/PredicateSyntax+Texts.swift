import Foundation

extension PredicateSyntax {
  /// How texts are compared.
  public struct Options: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let caseInsensitive = Options(rawValue: 1)
    public static let diacriticInsensitive = Options(rawValue: 2)
    /// Texts are ordered as the user's language does.
    public static let localeSensitive = Options(rawValue: 4)

    /// - Parameter letters: What stands in brackets; `nil` is returned for what is no option.
    init?(_ letters: String) {
      let options: [Character: Options] = [
        "c": .caseInsensitive, "d": .diacriticInsensitive, "l": .localeSensitive, "n": [],
      ]
      let named = letters.map { options[$0] }
      guard !named.contains(nil) else { return nil }
      // Texts that are normalized are compared as they are, whatever else stands there.
      self = letters.contains("n") ? [] : Options(named.compactMap { $0 })
    }

    /// A text without what does not matter.
    public func folded(_ text: String) -> String {
      guard !isEmpty else { return text }
      var folded: String.CompareOptions = []
      if contains(.caseInsensitive) { folded.insert(.caseInsensitive) }
      if contains(.diacriticInsensitive) { folded.insert(.diacriticInsensitive) }
      return text.folding(options: folded, locale: nil)
    }
  }

  /// Whether a text is as a pattern with `*` and `?` says, which stand for themselves behind a `\`.
  public static func isLike(_ text: String, _ pattern: String) -> Bool { matches(Array(text), signs(pattern)) }

  private enum Sign: Equatable {
    case anything
    case anyCharacter
    case character(Character)
  }

  private static func signs(_ pattern: String) -> [Sign] {
    var rest = Substring(pattern)
    var signs: [Sign] = []
    while let character = rest.popFirst() {
      switch character {
      case "*": signs.append(.anything)
      case "?": signs.append(.anyCharacter)
      case "\\": signs.append(.character(rest.popFirst() ?? character))
      default: signs.append(.character(character))
      }
    }
    return signs
  }

  private static func matches(_ text: [Character], _ pattern: [Sign]) -> Bool {
    // Where the last star was, and where in the text what follows it is tried.
    var (place, sign) = (0, 0)
    var star: (sign: Int, place: Int)?
    while place < text.count {
      if sign < pattern.count, pattern[sign] == .anything {
        star = (sign, place)
        sign += 1
      } else if sign < pattern.count, pattern[sign] == .anyCharacter || pattern[sign] == .character(text[place]) {
        (place, sign) = (place + 1, sign + 1)
      } else if let last = star {
        star = (last.sign, last.place + 1)
        (place, sign) = (last.place + 1, last.sign + 1)
      } else {
        return false
      }
    }
    return pattern[sign...].allSatisfy { $0 == .anything }
  }
}
