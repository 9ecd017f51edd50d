/// Expressions of the full-text index (https://www.sqlite.org/fts5.html, “Full-text Query Syntax”).
enum SearchExpression {
  /// How much of a word a term has to match.
  enum Reach {
    /// All of it. The index delivers such matches as they are asked for.
    case word
    /// Its beginning. SQLite first gathers all such matches, however few are asked for.
    case prefix
  }

  /// The item's name or tags have the term.
  static func term(_ term: String, _ reach: Reach) -> String {
    SearchText.phrases(of: term).map { quoted($0, reach) }.joined(separator: " OR ")
  }

  /// The item's name or tags begin with the term.
  static func beginning(_ term: String, _ reach: Reach) -> String {
    "^ " + quoted(SearchText.phrases(of: term)[0], reach)
  }

  /// The item has the tag, or one that contains its words.
  static func tag(_ tag: String) -> String { "tags : " + quoted(SearchText.phrases(of: tag)[0], .word) }

  /// The item is a member of the working set.
  static let member = quoted(SearchDocument.memberFacet, .word)
  /// The item is a folder.
  static let folder = quoted(SearchDocument.folderFacet, .word)
  /// The number of words in the item's name.
  static func wordCount(_ count: Int) -> String { quoted(SearchDocument.facet(wordCount: count), .word) }

  /// All of these.
  static func all(_ parts: [String]) -> String { parts.map { "(\($0))" }.joined(separator: " AND ") }

  private static func quoted(_ text: String, _ reach: Reach) -> String {
    // A zero byte would end the expression.
    "\"" + text.replacing(byte: "\"", with: "\"\"").replacing(byte: "\0", with: " ")
      + (reach == .prefix ? "\" *" : "\"")
  }
}
