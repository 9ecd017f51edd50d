import VCard

/// A card of an address book, in a form that is equal however a server serializes the card.
///
/// Servers change folds and escapes, sort properties by name, and set the revision and the program that wrote the card. Any other difference makes
/// another card: one that counts as the same is not sent again.
struct ComparableCard: Equatable {
  /// The text that identifies the card in its book.
  let uid: String
  /// The properties by their names, each kind in its order.
  private let properties: [String: [Property]]
  private let unreadable: [CardLine]

  /// - Returns: `nil` unless the bytes are one card with a `UID`.
  init?(_ bytes: some Sequence<UInt8>) {
    guard let card = Card(ofOne: bytes), let property = card.first("UID") else { return nil }
    uid = CardText.unescape(property.text)
    let compared = card.properties.filter { !$0.isNamed("PRODID") && !$0.isNamed("REV") }
    properties = Dictionary(grouping: compared) { $0.name.uppercased() }.mapValues { $0.map(Property.init) }
    unreadable = card.lines.filter { $0.property == nil }
  }

  private struct Property: Equatable {
    let group: String?
    /// By their names. The types of a property are in no order.
    let parameters: [String: [[UInt8]]]
    /// The components, each a list of texts.
    let value: [[[UInt8]]]

    init(_ property: CardProperty) {
      group = property.group?.uppercased()
      parameters = Dictionary(grouping: property.parameters) { $0.name.uppercased() }.reduce(into: [:]) { all, one in
        let values = one.value.flatMap(\.values)
        let isType = one.key == "TYPE"
        all[one.key] = (isType ? values.flatMap { $0.split(separator: ",") }.map { $0.lowercased() }.sorted() : values)
          .map { Array($0.utf8) }
      }
      value = Self.value(of: property)
    }

    private static let texts: Set = ["EMAIL", "FN", "IMPP", "LABEL", "NOTE", "ROLE", "TEL", "TITLE", "UID", "URL"]
    /// Empty components at their end may be left out.
    private static let lists: Set = ["ADR", "N", "ORG"]

    private static func value(of property: CardProperty) -> [[[UInt8]]] {
      guard let text = String(validating: property.value, as: UTF8.self) else { return [[property.value]] }
      func unescaped(_ text: String) -> [UInt8] { Array(CardText.unescape(text).utf8) }
      let name = property.name.uppercased()
      // A separator in these is a character like others, with an escape or without.
      if texts.contains(name) { return [[unescaped(text)]] }
      var components = CardText.split(text, at: ";")
      if lists.contains(name) { while components.last == "" { components.removeLast() } }
      return components.map { CardText.split($0, at: ",").map(unescaped) }
    }
  }
}
