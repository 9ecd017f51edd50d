import Contacts
import FileProviderProgram
import Foundation

/// A line for each contact: the name, the first phone number and the first email address.
struct ContactTable {
  /// What the table needs of contacts.
  static var keys: [any CNKeyDescriptor] {
    [
      CNContactFormatter.descriptorForRequiredKeys(for: .fullName), CNContactEmailAddressesKey,
      CNContactPhoneNumbersKey,
    ]
  }

  private let contactText: ContactText
  private var rows: [[String]] = []

  init(text: ContactText) { contactText = text }

  /// - Parameter identifier: What the line begins with, besides.
  mutating func add(_ contact: CNContact, identifier: String? = nil) {
    let texts = [
      ContactText.name(of: contact), contact.phoneNumbers.first?.value.stringValue ?? "",
      contact.emailAddresses.first.map { $0.value as String } ?? "",
    ]
    rows.append((identifier.map { [$0] } ?? []) + texts.map(contactText.printable))
  }

  /// The lines, in columns.
  var text: String {
    let widths = (rows.first ?? []).indices.map { column in rows.reduce(0) { max($0, $1[column].count) } }
    return rows.map { row in
      var line = zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
