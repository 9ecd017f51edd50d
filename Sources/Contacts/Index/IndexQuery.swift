import Foundation

/// What the index is asked for: what may be found is a contact for which each of the conditions may hold.
struct IndexQuery {
  /// A condition holds of a contact whose names have words that begin with all of some words, or that has one of some parts.
  struct Condition {
    /// As ``NameMatch`` has them.
    var words: [String] = []
    /// Of email addresses in small letters, or digits of phone numbers.
    var parts: [String] = []

    /// The expression for ``words``; nil for none.
    var wordsExpression: String? {
      words.isEmpty ? nil : words.map { Self.quoted($0) + "*" }.joined(separator: " ")
    }

    /// An expression for each of ``parts``; nil if one of them is too short to be looked for.
    var partsExpressions: [String]? {
      let found = parts.map(Self.expression)
      return found.contains(nil) ? nil : found.compactMap { $0 }
    }

    private static func expression(_ part: String) -> String? {
      let letters = Array(NameMatch.composed(part).unicodeScalars)
      guard letters.count >= 3, !letters.contains("\0") else { return nil }
      let trigrams = (0...min(letters.count - 3, mostTrigrams)).map { start in
        String(String.UnicodeScalarView(letters[start..<start + 3]))
      }
      return trigrams.unique.map(quoted).joined(separator: " ")
    }

    private static func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\"\""))\"" }

    /// With more of them a text is not found faster.
    private static let mostTrigrams = 24
  }

  /// What links the contacts that are looked for.
  enum Link {
    case any
    case one(UUID)
  }

  var conditions: [Condition] = []
  /// Whether what is found by the rows of the index needs no second look: the index has words as ``NameMatch`` has them.
  var isExact: Bool {
    link == nil
      && conditions.allSatisfy { $0.parts.isEmpty && $0.words.allSatisfy { $0.utf8.count < Self.longestWord } }
  }

  /// FTS5 cuts what is longer.
  private static let longestWord = 32_768
  /// Nil where those without a link are looked for, too.
  var link: Link?
}

extension RecordCriterion {
  /// What finds the contacts in the index; nil where that finds none.
  var indexQuery: IndexQuery? {
    switch self {
    case .contactsNamed(let text): IndexQuery(conditions: [.init(words: NameMatch.words(of: text))])
    case .contactsWithEmailAddress(let address): IndexQuery(conditions: [.init(parts: [address.lowercased()])])
    case .contactsWithPhoneNumber(let number):
      IndexQuery(conditions: [.init(parts: [PhoneDigits(number).commonPart])])
    default: nil
    }
  }
}
