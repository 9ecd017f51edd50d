import Contacts
import Foundation
import Testing
import VCard

/// Cards of texts, for tests.
enum CardTexts {
  /// The only card of a text.
  static func card(_ text: String) throws -> Card {
    let elements = CardParser.elements(of: text.utf8)
    guard case .card(let card)? = elements.first, elements.count == 1 else {
      throw CardProblem(line: 1, reason: .noEnd)
    }
    return card
  }

  /// A card of version 3.0 with lines between its version and its end.
  static func card(lines: [String], version: String = "3.0") throws -> Card {
    try card((["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n"))
  }
}

extension Card {
  /// The text of the card.
  var written: String { String(decoding: bytes, as: UTF8.self) }

  /// The lines of the card between its version and its end, without their ends.
  var texts: [String] { Array(written.components(separatedBy: "\r\n").dropFirst(2).dropLast(2)) }

  /// The card after a change of its contact.
  func editing(_ change: (CNMutableContact) -> Void) throws -> Card {
    let contact = try #require(CNContact(card: self).mutableCopy() as? CNMutableContact)
    change(contact)
    return contact.card(updating: self)
  }
}
