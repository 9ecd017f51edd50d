import Foundation
import VCard

/// A group as a card of its own: with `KIND` and `MEMBER` in version 4.0, with Apple's properties in version 3.0. Its members are named by their `UID`.
struct GroupCard {
  private(set) var card: Card

  private static let apple = (kind: "X-ADDRESSBOOKSERVER-KIND", member: "X-ADDRESSBOOKSERVER-MEMBER")
  private static let scheme = "urn:uuid:"

  /// - Returns: Nil of a card that is none of a group.
  init?(_ card: Card) {
    guard card.isGroup else { return nil }
    self.card = card
  }

  /// A new group.
  init(name: String, uid: String) {
    card = Card(
      properties: [
        CardProperty("N", value: CardText.escape(name)), CardProperty("FN", value: CardText.escape(name)),
        CardProperty(Self.apple.kind, value: "group"), CardProperty("UID", value: CardText.escape(uid)),
      ])
  }

  var name: String {
    get { card.first("FN")?.plainText ?? card.first("N")?.plainText ?? "" }
    set {
      for property in ["N", "FN"] {
        guard let old = card.first(property) else { continue }
        card.replace(property, with: old.replacing(value: CardText.escape(newValue)))
      }
    }
  }

  /// The identifiers of the members, as ``Card/uid`` has them.
  var members: Set<String> { Set(card.properties.compactMap(Self.member)) }

  mutating func add(_ uid: String) {
    if members.contains(uid) { return }
    let name = card.version == .v4 ? "MEMBER" : Self.apple.member
    card.lines.append(CardLine(CardProperty(name, value: Self.scheme + uid)))
  }

  mutating func remove(_ uid: String) { card.lines.removeAll { $0.property.flatMap(Self.member) == uid } }

  private static func member(_ property: CardProperty) -> String? {
    property.isNamed("MEMBER") || property.isNamed(apple.member) ? Card.uid(of: property.plainText) : nil
  }
}
