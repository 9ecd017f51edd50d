import Foundation
import Testing
import VCard

@testable import Contacts

/// How a changed contact is written onto a card.
@Suite struct CardMergeTests {
  /// It is made a property of the group that Apple's programs read.
  @Test func `a label that is no word of TYPE gets a group`() throws {
    let card = try CardTexts.card(lines: ["N:B;;;;", "FN:B", "item1.URL:x", "TEL;TYPE=HOME;X=1:1"])
    let edited = try card.editing { $0.phoneNumbers = [$0.phoneNumbers[0].settingLabel("Boat, red")] }
    #expect(edited.texts[3...] == ["item2.TEL;X=1:1", "item2.X-ABLabel:Boat\\, red"])
    let back = try edited.editing { $0.phoneNumbers = [$0.phoneNumbers[0].settingLabel(CNLabelWork)] }
    #expect(back.texts[3...] == ["item2.TEL;X=1;TYPE=WORK:1"])
  }

  /// Some programs write one label for several properties.
  @Test func `a label that properties share stays that of the others`() throws {
    let card = try CardTexts.card(lines: ["N:B;;;;", "FN:B", "a.TEL:1", "a.EMAIL:b", "a.X-ABLabel:Boat"])
    #expect(CNContact(card: card).emailAddresses[0].label == "Boat")
    let edited = try card.editing { $0.phoneNumbers = [$0.phoneNumbers[0].settingLabel("Car")] }
    #expect(edited.texts[2...] == ["item1.TEL:1", "item1.X-ABLabel:Car", "a.EMAIL:b", "a.X-ABLabel:Boat"])
    #expect(try card.editing { $0.phoneNumbers = [] }.texts[2...] == ["a.EMAIL:b", "a.X-ABLabel:Boat"])
  }

  /// Identifiers of values say which they were, and contents do where another program made the contact.
  @Test func `values keep their lines`() throws {
    let card = try CardTexts.card(lines: ["N:B;;;;", "FN:B", "TEL;X=1:1", "NOTE:n", "TEL;X=2:2", "tel;x=3:3"])
    let edited = try card.editing {
      let first = $0.phoneNumbers[0].settingValue(CNPhoneNumber(stringValue: "11"))
      let copy = CNLabeledValue<CNPhoneNumber>(label: nil, value: CNPhoneNumber(stringValue: "3"))
      $0.phoneNumbers = [copy, CNLabeledValue(label: nil, value: CNPhoneNumber(stringValue: "4")), first]
    }
    #expect(edited.texts[2...] == ["tel;x=3:3", "TEL:4", "NOTE:n", "TEL;X=1:11"])
    #expect(CNContact(card: edited).phoneNumbers.map(\.value.stringValue) == ["3", "4", "11"])
  }

  /// `CALSCALE=gregorian` is the default, which may be written out.
  @Test func `a birthday has one line`() throws {
    let card = try CardTexts.card(lines: ["N:B;;;;", "FN:B", "BDAY;CALSCALE=gregorian:1970-01-02"])
    let edited = try card.editing { $0.birthday?.year = 1971 }
    #expect(edited.texts.count == 3 && CNContact(card: edited).birthday?.year == 1971)
    #expect(try card.editing { $0.birthday = nil }.texts.count == 2)
    let other = try card.editing { $0.nonGregorianBirthday = DateComponents(year: 1, month: 2, day: 3) }
    #expect(other.texts == card.texts, "without a calendar it could not be read again")
    #expect(try CNContact(card: CardTexts.card(lines: ["FN:B", "BDAY:abcd-04-15"])).birthday == nil)
  }

  /// A card is input: the square of its lines would be memory without end.
  @Test func `a card may have any number of lines in a group`() throws {
    let count = 1000
    let card = try CardTexts.card(lines: ["FN:B"] + (0..<count).flatMap { ["a.TEL:\($0)", "a.X-ABLabel:x"] })
    let entries = CardEntry<PhoneList>.entries(in: card)
    #expect(entries.count == count && entries.allSatisfy { $0.isShared && $0.attached.count <= 16 })
    #expect(CNContact(card: card).phoneNumbers.allSatisfy { $0.label == "x" })
  }

  @Test func `what was not fetched stays`() throws {
    let card = try CardTexts.card(lines: ["N:B;A;;;", "FN:A B", "TEL:1", "NOTE:n"])
    let contact = CNContact(card: card).limited(to: [CNContactGivenNameKey, CNContactNoteKey])
    let changed = try #require(contact.mutableCopy() as? CNMutableContact)
    changed.givenName = "C"
    #expect(changed.card(updating: card).texts == ["N:B;C;;;", "FN:C B", "TEL:1", "NOTE:n"])
    // What is set counts as fetched, and is written whatever was there.
    changed.familyName = ""
    changed.phoneNumbers = []
    #expect(changed.isKeyAvailable(CNContactFamilyNameKey) && !contact.isKeyAvailable(CNContactFamilyNameKey))
    #expect(changed.card(updating: card).texts == ["N:;C;;;", "FN:C", "NOTE:n"])
  }

  /// Only what the program changed is written.
  @Test func `a contact is written onto a card that changed since`() throws {
    let card = try CardTexts.card(lines: ["N:B;A;;;", "FN:A B", "TEL:1", "TEL;TYPE=HOME:2", "NOTE:n", "TITLE:t"])
    let newer = try CardTexts.card(
      lines: ["N:B;C;;;", "FN:C B", "X-NEW:1", "TEL;X=9:1", "TEL;TYPE=HOME:2", "NOTE:m", "TITLE:u", "EMAIL:e"])
    let contact = try #require(CNContact(card: card).mutableCopy() as? CNMutableContact)
    contact.phoneNumbers[1] = contact.phoneNumbers[1].settingValue(CNPhoneNumber(stringValue: "22"))
    contact.jobTitle = "v"
    let lines = ["N:B;C;;;", "FN:C B", "X-NEW:1", "TEL;X=9:1", "TEL;TYPE=HOME:22", "NOTE:m", "TITLE:v", "EMAIL:e"]
    #expect(contact.card(updating: newer).texts == lines)
    // What was fetched goes along with copies.
    let copies: [Any?] = [contact.copy(), contact.mutableCopy(), (contact.copy() as? CNContact)?.mutableCopy()]
    for case let copy as CNContact in copies { #expect(copy.card(updating: newer).texts == lines) }
    let data = try NSKeyedArchiver.archivedData(withRootObject: contact, requiringSecureCoding: false)
    let back = try #require(try NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(data) as? CNContact)
    #expect(back.card(updating: newer).texts == lines)
  }

  /// Of a list both may have changed values.
  @Test func `values that others changed meanwhile stay`() throws {
    let card = try CardTexts.card(lines: ["N:B;;;;", "FN:B", "TEL:1", "TEL:2", "TEL:3"])
    let contact = try #require(CNContact(card: card).mutableCopy() as? CNMutableContact)
    contact.phoneNumbers[1] = contact.phoneNumbers[1].settingLabel(CNLabelWork)
    for number in ["4", "5"] {
      contact.phoneNumbers.append(CNLabeledValue(label: nil, value: CNPhoneNumber(stringValue: number)))
    }
    func written(_ numbers: String...) throws -> [String] {
      let newer = try CardTexts.card(lines: ["N:B;;;;", "FN:B"] + numbers)
      return Array(contact.card(updating: newer).texts[2...])
    }
    #expect(
      try written("TEL;TYPE=HOME:1", "TEL:2", "TEL:3")
        == ["TEL;TYPE=HOME:1", "TEL;TYPE=WORK:2", "TEL:3", "TEL:4", "TEL:5"])
    #expect(try written("TEL:1", "TEL:2") == ["TEL:1", "TEL;TYPE=WORK:2", "TEL:4", "TEL:5"], "another removed one")
    #expect(try written("TEL:1", "TEL:3") == ["TEL:1", "TEL;TYPE=WORK:2", "TEL:3", "TEL:4", "TEL:5"])
    #expect(
      try written("TEL:1", "TEL:2", "TEL:3", "TEL:6", "TEL:5")
        == ["TEL:1", "TEL;TYPE=WORK:2", "TEL:3", "TEL:4", "TEL:5", "TEL:6"], "one that both added is one")
    contact.phoneNumbers = []
    #expect(try written("TEL:1", "TEL:2", "TEL:3", "TEL:6") == ["TEL:6"])
    // An identifier is that of a value: which one became which is not known.
    contact.phoneNumbers = [CNLabeledValue(label: nil, value: CNPhoneNumber(stringValue: "11"))]
    #expect(try written("TEL:111", "TEL:2", "TEL:3") == ["TEL:11", "TEL:111"], "one that both changed")
  }

  @Test func `lists in names are words`() throws {
    let card = try CardTexts.card(lines: ["N:Stevenson;John;Philip,Paul;Dr.;Jr.,M.D.;;Jr.", "FN:x"], version: "4.0")
    let contact = CNContact(card: card)
    #expect(contact.middleName == "Philip Paul")
    #expect(contact.nameSuffix == "Jr. M.D.")
    let edited = try card.editing { $0.givenName = "Jon" }
    #expect(
      edited.texts == ["N:Stevenson;Jon;Philip,Paul;Dr.;Jr.,M.D.;;Jr.", "FN:Dr. Jon Philip Paul Stevenson Jr. M.D."])
  }

  @Test(arguments: [
    ("BDAY:1984-04-15", "-/1984/4/15"), ("BDAY:1984-04-15T00:00:00Z", "-/1984/4/15"), ("BDAY:--04-15", "-/-/4/15"),
    ("BDAY;VALUE=date:19840415", "-/1984/4/15"), ("BDAY:--0229", "-/-/2/29"), ("BDAY:1984", nil),
    ("BDAY:circa 1800", nil),
    ("BDAY:1984-04", nil), ("BDAY:---15", nil), ("BDAY:", nil), ("BDAY:1984-99-99", nil), ("BDAY:--1984-04-15", nil),
  ])
  func `birthdays are read in all forms`(line: String, text: String?) throws {
    let card = try CardTexts.card(lines: ["N:B;A;;;", "FN:A B", line])
    #expect(CNContact(card: card).contents["birthday"] == text.map { $0 + " gregorian" })
    // What is no date stays until there is one.
    #expect(try card.editing { $0.note = "n" }.texts[2] == line)
    let edited = try card.editing { $0.birthday = DateComponents(month: 5, day: 6) }
    #expect(edited.texts[2...] == ["BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-06"])
  }
}
