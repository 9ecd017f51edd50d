/// The rank of a result; smaller is better.
///
/// The first criterion is how well the name fits the terms; then come members of the working set, the last use, the
/// shorter name, and the newer item.
struct SearchRank: Comparable {
  /// How well the name fits the terms.
  enum Fit: UInt8, Comparable {
    /// The name, with or without its extension, is what was typed.
    case whole
    /// The name begins with the first term, and each term is a word of it.
    case beginning
    /// Each term is a word of the name.
    case words
    /// The name begins with what was typed, and goes on in the middle of a word.
    case started
    /// Each term begins a word of the name or of a tag.
    case partial
    /// At least one term is only in the name of a folder above.
    case above

    static func < (a: Fit, b: Fit) -> Bool { a.rawValue < b.rawValue }
  }

  let fit: Fit
  private let isMember: Bool
  private let lastUsed: Int64
  private let length: Int
  private let id: ItemID

  init(_ document: SearchDocument, _ fit: Fit) {
    self.fit = fit
    isMember = document.isMember
    lastUsed = document.lastUsed ?? .min
    length = document.name.utf8.count
    id = document.id
  }

  static func < (a: SearchRank, b: SearchRank) -> Bool {
    if a.fit != b.fit { return a.fit < b.fit }
    if a.isMember != b.isMember { return a.isMember }
    if a.lastUsed != b.lastUsed { return a.lastUsed > b.lastUsed }
    if a.length != b.length { return a.length < b.length }
    return a.id > b.id
  }
}

/// Judges names against the terms of one query.
struct SearchJudge {
  private let terms: [String]
  private let typed: String

  init(terms: [String]) {
    self.terms = terms.map(SearchText.folded)
    typed = self.terms.joined(separator: " ")
  }

  /// How well a name fits that has every term somewhere.
  func fit(_ name: String) -> SearchRank.Fit {
    guard let first = terms.first else { return .partial }
    let name = SearchText.folded(name)
    if name == typed || SearchText.stem(of: name) == typed { return .whole }
    if terms.allSatisfy({ Self.isWord($0, of: name) }) { return name.hasPrefix(first) ? .beginning : .words }
    return name.hasPrefix(typed) ? .started : .partial
  }

  /// Whether a term occurs in a name without a letter or digit beside it.
  private static func isWord(_ term: String, of name: String) -> Bool {
    var (name, term) = (name, term)
    return name.withUTF8 { name in
      term.withUTF8 { term in
        guard !term.isEmpty, name.count >= term.count else { return false }
        return (0...name.count - term.count).contains { start in
          let end = start + term.count
          return name[start] == term[0] && name[start..<end].elementsEqual(term)
            && (start == 0 || !SearchText.isWordByte(name[start - 1]))
            && (end == name.count || !SearchText.isWordByte(name[end]))
        }
      }
    }
  }
}
