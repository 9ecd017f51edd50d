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

  /// An empty table.
  var table: ContactTable { ContactTable(text: self) }

  /// All that is known of a contact.
  func details(_ card: StoredCard) -> String {
    var lines = [("identifier", card.contact.identifier), ("container", card.container.name)]
    lines += card.contact.linkedIdentifiers.dropFirst().map { ("linked with", $0) }
    lines += ContactFields(card.contact).lines
    let width = lines.reduce(0) { max($0, $1.0.count) }
    return printable(Self.name(of: card.contact)) + "\n"
      + lines.map { "  " + $0.padded(to: width) + "  " + printable($1) + "\n" }.joined()
  }

  func printable(_ text: String) -> String {
    HumanText.printable(text.replacingOccurrences(of: "\n", with: ", "), isTerminal: isTerminal)
  }
}
