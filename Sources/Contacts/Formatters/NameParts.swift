/// Texts of a contact in the order in which they are displayed.
struct NameParts {
  /// A text, and the key of its property; nil of what is between two.
  typealias Part = (text: String, key: String?)

  private(set) var parts: [Part] = []

  var text: String { parts.map(\.text).joined() }

  init(_ texts: Part..., delimiter: String = " ") {
    for part in texts where !part.text.isEmpty { append([part], delimiter) }
  }

  /// Several, of which some may be empty, with spaces between them.
  init(joining names: NameParts...) {
    for name in names where !name.parts.isEmpty { append(name.parts, " ") }
  }

  private mutating func append(_ more: [Part], _ delimiter: String) {
    if !parts.isEmpty, !delimiter.isEmpty { parts.append((delimiter, nil)) }
    parts += more
  }
}
