import Contacts
import Foundation
import TestSupport
import Testing

/// What predicates find by a contact's own properties.
@Suite struct PredicateTests {
  private func anna() -> CNMutableContact {
    let contact = CNMutableContact()
    (contact.givenName, contact.familyName, contact.organizationName) = ("Anna-Maria", "Müller", "Example Ltd.")
    contact.emailAddresses = [CNLabeledValue(label: nil, value: "Anna@Example.com" as NSString)]
    return contact
  }

  /// Each word begins a word of a name, in any order, without regard to letter case and accents.
  @Test(arguments: [
    ("anna", true), ("Maria", true), ("mull ann", true), ("MÜLLER", true), ("ex", true), ("nna", false),
    ("anna baker", false), ("", false), (" ", false), ("anna-m", true),
  ])
  func `names are found by the beginnings of their words`(text: String, isFound: Bool) {
    #expect(CNContact.predicateForContacts(matchingName: text).evaluate(with: anna()) == isFound)
  }

  /// Between the parts of some names there is nothing.
  @Test func `names are found as they are displayed`() {
    let contact = CNMutableContact()
    (contact.familyName, contact.givenName) = ("山田", "太郎")
    let other = anna()
    (other.namePrefix, other.nameSuffix) = ("Dr.", "Jr.")
    for (contact, text) in [(contact, "山田太"), (contact, "太郎"), (other, "dr müller"), (other, "Müller Jr.")] {
      #expect(CNContact.predicateForContacts(matchingName: text).evaluate(with: contact), "\(text)")
    }
    #expect(!CNContact.predicateForContacts(matchingName: "田太").evaluate(with: contact))
  }

  @Test func `email addresses are found in any letter case`() {
    #expect(CNContact.predicateForContacts(matchingEmailAddress: "anna@example.COM").evaluate(with: anna()))
    #expect(!CNContact.predicateForContacts(matchingEmailAddress: "anna@example").evaluate(with: anna()))
  }

  /// The prefix of the country may be missing in one of them.
  @Test(arguments: [
    ("+49 (30) 123-4567", "030 1234567", true), ("+49301234567", "0049 30 1234567", true), ("110", "110", true),
    ("+49301234567", "+43301234567", false), ("030 1234567", "1234567", false), ("+49 110", "110", false),
    ("", "", false), ("٠٣٠١٢٣", "030123", true),
  ])
  func `phone numbers are found by their digits`(number: String, other: String, isFound: Bool) {
    for (number, other) in [(number, other), (other, number)] {
      let contact = CNMutableContact()
      contact.phoneNumbers = [CNLabeledValue(label: nil, value: CNPhoneNumber(stringValue: number))]
      let predicate = CNContact.predicateForContacts(matching: CNPhoneNumber(stringValue: other))
      #expect(predicate.evaluate(with: contact) == isFound)
    }
  }

  @Test func `a store can tell predicates apart`() {
    let contact = anna()
    let predicate = CNContact.predicateForContacts(withIdentifiers: [contact.identifier])
    #expect(predicate.evaluate(with: contact))
    #expect(!predicate.evaluate(with: CNContact()))
    #expect(!predicate.evaluate(with: "x"))
    #expect(predicate.recordCriterion == .contacts(identifiers: [contact.identifier]))
    #expect(predicate == CNContact.predicateForContacts(withIdentifiers: [contact.identifier]))
    #expect(predicate.copy() as? NSPredicate == predicate)
    #expect(NSPredicate(value: true).recordCriterion == nil)
    let others: [(NSPredicate, RecordCriterion)] = [
      (CNContact.predicateForContactsInGroup(withIdentifier: "a"), .contactsInGroup("a")),
      (CNContact.predicateForContactsInContainer(withIdentifier: "a"), .contactsInContainer("a")),
      (CNGroup.predicateForGroups(withIdentifiers: ["a"]), .groups(identifiers: ["a"])),
      (CNGroup.predicateForGroupsInContainer(withIdentifier: "a"), .groupsInContainer("a")),
      (CNGroup.predicateForSubgroupsInGroup(withIdentifier: "a"), .subgroups("a")),
      (CNContainer.predicateForContainers(withIdentifiers: ["a"]), .containers(identifiers: ["a"])),
      (CNContainer.predicateForContainerOfContact(withIdentifier: "a"), .containerOfContact("a")),
      (CNContainer.predicateForContainerOfGroup(withIdentifier: "a"), .containerOfGroup("a")),
    ]
    for (predicate, criterion) in others {
      #expect(predicate.recordCriterion == criterion)
      #expect(!predicate.evaluate(with: contact))
      #expect(criterion.keys == nil)
    }
  }

  /// Whatever letters there are: a word of a name begins with each word that is looked for.
  @Test func `names are compared by words`() {
    var random = SeededGenerator(seed: RandomSeed.choose())
    let pieces = ["a", "B", "ab", "1", "é", "E\u{301}", "ß", " ", "-", "\r\n", "李", "\u{1F600}", "İ", "k", "\u{212A}"]
    func text(_ count: Int) -> String { (0..<random.below(count)).map { _ in random.pick(pieces) }.joined() }
    func words(_ text: String) -> [String] {
      text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        .split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
    for _ in 0..<3000 {
      let contact = CNMutableContact()
      (contact.nickname, contact.organizationName, contact.middleName) = (text(6), text(6), text(6))
      let wanted = text(4)
      let names = [contact.nickname, contact.organizationName, contact.middleName].flatMap(words)
      let expected =
        !words(wanted).isEmpty && words(wanted).allSatisfy { word in names.contains { $0.hasPrefix(word) } }
      let found = CNContact.predicateForContacts(matchingName: wanted).evaluate(with: contact)
      #expect(found == expected, "\(wanted.debugDescription) in \(names)")
    }
  }
}
