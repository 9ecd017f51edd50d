import Contacts
import Foundation
import Testing

/// Source as an app for macOS has it. That it compiles is most of the test.
@Suite struct ClientCodeTests {
  /// An address book that imports, edits and exports.
  private final class AddressBook: NSObject {
    private var contacts: [CNContact] = []

    func importCards(_ data: Data) throws { contacts += try CNContactVCardSerialization.contacts(with: data) }

    func exportCards() throws -> Data { try CNContactVCardSerialization.data(with: contacts) }

    func request() -> CNContactFetchRequest {
      let keys = [
        CNContactGivenNameKey as CNKeyDescriptor, CNContactPhoneNumbersKey as CNKeyDescriptor,
        CNContactFormatter.descriptorForRequiredKeys(for: .fullName),
        CNContactVCardSerialization.descriptorForRequiredKeys(),
      ]
      let request = CNContactFetchRequest(keysToFetch: keys)
      request.predicate = CNContact.predicateForContacts(matchingName: "Anna")
      request.sortOrder = .userDefault
      request.unifyResults = true
      return request
    }

    func list() -> [String] {
      contacts.map { contact in
        let name = CNContactFormatter.string(from: contact, style: .fullName) ?? "No Name"
        let numbers = contact.phoneNumbers.map { number -> String in
          let label = CNLabeledValue<NSString>.localizedString(forLabel: number.label ?? "")
          return "\(label): \(number.value.stringValue)"
        }
        let cities = contact.postalAddresses.map(\.value.city)
        return ([name] + numbers + cities).joined(separator: ", ")
      }
    }

    func rename(_ name: String) -> CNSaveRequest {
      let save = CNSaveRequest()
      save.transactionAuthor = Bundle.main.bundleIdentifier
      for contact in contacts {
        guard let mutable = contact.mutableCopy() as? CNMutableContact else { continue }
        mutable.familyName = name
        mutable.emailAddresses.append(CNLabeledValue(label: CNLabelWork, value: NSString(string: "a@example.com")))
        mutable.birthday?.year = 1984
        save.update(mutable)
        contacts = [mutable]
      }
      let group = CNMutableGroup()
      group.name = "Friends"
      save.add(group, toContainerWithIdentifier: nil)
      if let first = contacts.first { save.addMember(first, to: group) }
      return save
    }
  }

  @Test func `an app's code works`() throws {
    let book = AddressBook()
    let card = """
      BEGIN:VCARD
      VERSION:3.0
      N:Baker;Anna;;;
      FN:Anna Baker
      TEL;TYPE=CELL:+1 555 1
      ADR;TYPE=HOME:;;1 Main St;Paris;;75001;France
      BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-15
      END:VCARD
      """
    try book.importCards(Data(card.utf8))
    #expect(book.list() == ["Anna Baker, mobile: +1 555 1, Paris"])
    #expect(book.rename("Smith").changes.count == 3)
    #expect(book.request().keysToFetch.count == 4)
    let text = String(decoding: try book.exportCards(), as: UTF8.self)
    for line in ["N:Smith;Anna;;;", "FN:Anna Smith", "EMAIL;TYPE=INTERNET,WORK:a@example.com", "BDAY:1984-04-15"] {
      #expect(text.contains("\r\n\(line)\r\n"), "\(text)")
    }
  }

  /// Errors are caught by their codes.
  @Test func `errors are handled as on macOS`() {
    do {
      _ = try CNContactVCardSerialization.contacts(with: Data("nothing".utf8))
      Issue.record("no error")
    } catch CNError.vCardMalformed {
    } catch { Issue.record(error) }
  }
}
