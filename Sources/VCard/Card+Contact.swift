import Foundation

extension Card {
  /// The card in bytes that are one card and nothing else; nil of any others.
  package init?(ofOne bytes: some Sequence<UInt8>) {
    let elements = CardParser.elements(of: bytes)
    guard elements.count == 1, case .card(let card) = elements[0] else { return nil }
    self = card
  }

  /// Whether a file of this name may be a card.
  package static func isFileName(_ name: String) -> Bool {
    if name.utf8.first == UInt8(ascii: ".") { return false }
    // Nearly every card has this.
    return name.hasSuffix(".vcf") || name.suffix(4).isSameWord(as: ".vcf")
  }

  /// The text that identifies what the card describes for all programs; nil without one. A UUID is the same with and without `urn:uuid:`, in any letter case.
  package var uid: String? {
    first("UID").map { Self.uid(of: $0.plainText) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The same of the text of a property.
  package static func uid(of text: String) -> String {
    let rest = text.prefix(9).isSameWord(as: "urn:uuid:") ? String(text.dropFirst(9)) : text
    return UUID(uuidString: rest)?.uuidString ?? rest
  }

  /// Whether the card describes a group of contacts.
  package var isGroup: Bool {
    ["KIND", "X-ADDRESSBOOKSERVER-KIND"].contains { first($0)?.plainText.isSameWord(as: "group") ?? false }
  }

  /// The name as the card has it to be shown; of a card without one the parts of the name, the organization, or the nickname.
  package var displayName: String? {
    if let name = first("FN")?.plainText, !name.isEmpty { return name }
    let parts = first("N")?.components.map(CardProperty.plain) ?? []
    let order = [3, 1, 2, 0, 4].filter { $0 < parts.count }.map { parts[$0] }.filter { !$0.isEmpty }
    if !order.isEmpty { return order.joined(separator: " ") }
    let others = [first("ORG")?.components.first.map(CardProperty.plain), first("NICKNAME")?.plainText]
    return others.compactMap(\.self).first { !$0.isEmpty }
  }
}
