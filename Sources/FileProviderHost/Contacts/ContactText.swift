import Contacts
import FileProviderProgram
import Foundation

/// Contacts as people read them.
struct ContactText {
  let isTerminal: Bool

  /// What a contact is called; its first email address or phone number if it has no name.
  static func name(of contact: CNContact) -> String {
    CNContactFormatter.string(from: contact, style: .fullName) ?? contact.emailAddresses.first.map {
      $0.value as String
    }
      ?? contact.phoneNumbers.first?.value.stringValue ?? "no name"
  }

  /// A line for each contact: the name, the first phone number and the first email address.
  func table(_ cards: [StoredCard]) -> String { lines(cards.map { row($0.contact) }) }

  /// The same after the identifiers.
  func identified(_ cards: [StoredCard]) -> String { lines(cards.map { [$0.contact.identifier] + row($0.contact) }) }

  private func row(_ contact: CNContact) -> [String] {
    [
      Self.name(of: contact), contact.phoneNumbers.first?.value.stringValue ?? "",
      contact.emailAddresses.first.map { $0.value as String } ?? "",
    ].map(printable)
  }

  private func lines(_ rows: [[String]]) -> String {
    guard let count = rows.first?.count else { return "" }
    let widths = (0..<count).map { column in rows.reduce(0) { max($0, $1[column].count) } }
    return rows.map { row in
      var line = zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  /// All that is known of a contact.
  func details(_ card: StoredCard) -> String {
    var lines = [("identifier", card.contact.identifier), ("container", card.container.name)]
    lines += ContactFields(card.contact).lines
    let width = lines.reduce(0) { max($0, $1.0.count) }
    return printable(Self.name(of: card.contact)) + "\n"
      + lines.map { "  " + $0.padded(to: width) + "  " + printable($1) + "\n" }.joined()
  }

  private func printable(_ text: String) -> String {
    HumanText.printable(text.replacingOccurrences(of: "\n", with: ", "), isTerminal: isTerminal)
  }
}
