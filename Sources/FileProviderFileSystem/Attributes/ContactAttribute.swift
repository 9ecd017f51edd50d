import VCard

/// What the card of a contact says, as extended attributes that can only be read. Files that cannot be cards by their name may have others of these names.
enum ContactAttribute: String, CaseIterable {
  case name = "user.contact.name"
  case email = "user.contact.email"
  case telephone = "user.contact.telephone"

  /// The values in a card, one a line; nil if there is none.
  func value(of card: Card) -> [UInt8]? {
    let lines = texts(of: card).map(Self.inOneLine).filter { !$0.isEmpty }
    return lines.isEmpty ? nil : Array(lines.joined(separator: "\n").utf8)
  }

  private func texts(of card: Card) -> [String] {
    switch self {
    case .name: card.displayName.map { [$0] } ?? []
    case .email: card.properties.filter { $0.isNamed("EMAIL") }.map(\.plainText)
    case .telephone: card.properties.filter { $0.isNamed("TEL") }.map(\.telephoneNumber)
    }
  }

  private static func inOneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
