import VCard

/// What the card of a contact says, as extended attributes that can only be read.
enum ContactAttribute: String, CaseIterable {
  case name = "user.contact.name"
  case email = "user.contact.email"
  case telephone = "user.contact.telephone"

  /// The values in a card, one a line; nil if there is none.
  func value(of card: Card) -> [UInt8]? {
    let texts = self == .name ? [card.displayName] : card.properties.filter { $0.isNamed(property) }.map(\.plainText)
    let lines = texts.compactMap(\.self).map(Self.inOneLine).filter { !$0.isEmpty }
    return lines.isEmpty ? nil : Array(lines.joined(separator: "\n").utf8)
  }

  private var property: String {
    switch self {
    case .name: "FN"
    case .email: "EMAIL"
    case .telephone: "TEL"
    }
  }

  private static func inOneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
