import Contacts
import Foundation
import TestSupport
import Testing
import VCard

/// Cards for other programs.
@Suite struct VCardSerializationTests {
  /// Also the picture and the note. An import can be repeated: each has identifiers of its own.
  @Test func `contacts are written and read`() throws {
    var source = RandomContact(seed: RandomSeed.choose())
    let contacts = (0..<5).map { _ in source.contact() }
    let data = try CNContactVCardSerialization.data(with: contacts)
    let read = try CNContactVCardSerialization.contacts(with: data)
    #expect(read.map(\.contents) == contacts.map(\.contents))
    #expect(Set(read.map(\.identifier)).isDisjoint(with: contacts.map(\.identifier)))
    #expect(try CNContactVCardSerialization.contacts(with: Data()) == [])
  }

  @Test func `what was fetched as the descriptor says can be written`() throws {
    let contact = CNMutableContact()
    contact.note = "n"
    let fetched = contact.limited(to: [CNContactVCardSerialization.descriptorForRequiredKeys()])
    let data = try CNContactVCardSerialization.data(with: [fetched])
    #expect(String(decoding: data, as: UTF8.self).contains("NOTE:n\r\n"))
    let error = #expect(throws: CNError.self) {
      try CNContactVCardSerialization.data(with: [contact.limited(to: [CNContactGivenNameKey])])
    }
    #expect(error?.code == .vCardSummarizationError)
    #expect(error?.keyPaths?.contains(CNContactFamilyNameKey) == true)
  }

  @Test func `what is no card is an error that names the line`() throws {
    let card = "BEGIN:VCARD\nVERSION:3.0\nN:B;A\nEND:VCARD\n\n"
    #expect(try CNContactVCardSerialization.contacts(with: Data((card + card + "\n").utf8)).count == 2)
    let error = #expect(throws: CNError.self) {
      try CNContactVCardSerialization.contacts(with: Data((card + "x\n").utf8))
    }
    #expect(error?.code == .vCardMalformed)
    #expect(error?.localizedDescription.contains("line 6") == true)
  }

  @Test func `groups are no contacts`() throws {
    let group = "BEGIN:VCARD\nVERSION:3.0\nN:Friends\nFN:Friends\nX-ADDRESSBOOKSERVER-KIND:group\nEND:VCARD\n"
    let group4 = "BEGIN:VCARD\nVERSION:4.0\nFN:Friends\nKIND:Group\nEND:VCARD\n"
    #expect(try CNContactVCardSerialization.contacts(with: Data((group + group4).utf8)) == [])
  }
}
