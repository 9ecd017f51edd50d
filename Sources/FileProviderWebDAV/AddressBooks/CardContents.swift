import Foundation
import VCard

/// The contents of a document in an address book, as far as two of them are compared.
///
/// Servers write a card in another order, with other folds and escapes than they got it. They set the revision and the program that wrote it.
struct CardContents: Equatable {
  /// The text that identifies the card in its book.
  let uid: String
  private let lines: [String]

  /// - Returns: `nil` of what is not one card with a `UID`.
  init?(_ bytes: some Sequence<UInt8>) {
    let elements = CardParser.elements(of: bytes)
    guard elements.count == 1, case .card(let card) = elements[0], let property = card.first("UID") else { return nil }
    uid = CardText.unescape(property.text)
    lines = card.properties.filter { property in !Self.others.contains { property.isNamed($0) } }
      .map(Self.text).sorted()
  }

  private static let others = ["VERSION", "PRODID", "REV"]

  private static func text(_ property: CardProperty) -> String {
    let parameters = property.parameters.flatMap { parameter in
      parameter.values.flatMap { $0.split(separator: ",") }.map { "\(parameter.name)=\($0)".uppercased() }
    }
    // Empty components at the end may be left out.
    let value = CardText.unescape(property.text)
    let end = value.lastIndex { $0 != ";" }.map { value.index(after: $0) } ?? value.startIndex
    return "\(property.name.uppercased()) \(parameters.sorted().joined(separator: " ")) \(value[..<end])"
  }
}
