import Contacts
import Foundation
import TestSupport

/// Contacts made at random, with everything that a card can have.
struct RandomContact {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func contact() -> CNMutableContact {
    let contact = CNMutableContact()
    contact.contactType = random.oneIn(4) ? .organization : .person
    contact.namePrefix = maybe()
    contact.givenName = maybe()
    contact.middleName = maybe()
    contact.familyName = maybe()
    contact.previousFamilyName = maybe()
    contact.nameSuffix = maybe()
    contact.nickname = maybe()
    contact.organizationName = maybe()
    contact.departmentName = maybe()
    contact.jobTitle = maybe()
    contact.phoneticGivenName = maybe()
    contact.phoneticMiddleName = maybe()
    contact.phoneticFamilyName = maybe()
    contact.phoneticOrganizationName = maybe()
    contact.note = maybe()
    if random.oneIn(3) { contact.imageData = Data((0...random.below(300)).map { _ in UInt8(random.below(256)) }) }
    if random.oneIn(2) { contact.birthday = date() }
    if random.oneIn(3) {
      var birthday = date()
      birthday.calendar = Calendar(identifier: random.pick([.chinese, .hebrew, .islamicUmmAlQura]))
      birthday.era = random.oneIn(2) ? 78 : nil
      birthday.isLeapMonth = random.oneIn(2) ? true : nil
      contact.nonGregorianBirthday = birthday
    }
    change(Self.lists, of: contact)
    return contact
  }

  /// The keys of labelled values.
  static let lists = [
    CNContactPhoneNumbersKey, CNContactEmailAddressesKey, CNContactUrlAddressesKey, CNContactRelationsKey,
    CNContactDatesKey, CNContactPostalAddressesKey, CNContactSocialProfilesKey, CNContactInstantMessageAddressesKey,
  ]

  /// Changes the labelled values of some keys: some are removed, some get other values or labels, some trade places, and some are new.
  mutating func change(_ keys: [String], of contact: CNMutableContact) {
    for key in keys {
      switch key {
      case CNContactPhoneNumbersKey:
        let labels = [
          CNLabelPhoneNumberMobile, CNLabelPhoneNumberHomeFax, CNLabelPhoneNumberOtherFax, CNLabelPhoneNumberiPhone,
        ]
        contact.phoneNumbers = changed(contact.phoneNumbers, labels) { CNPhoneNumber(stringValue: $0.text()) }
      case CNContactEmailAddressesKey:
        contact.emailAddresses = changed(contact.emailAddresses, ["iCloud"]) { $0.text() as NSString }
      case CNContactUrlAddressesKey:
        contact.urlAddresses = changed(contact.urlAddresses, [CNLabelURLAddressHomePage]) {
          "https://example.com/\($0.text())" as NSString
        }
      case CNContactRelationsKey:
        let labels = [CNLabelContactRelationSpouse, CNLabelContactRelationAssistant]
        contact.contactRelations = changed(contact.contactRelations, labels) { CNContactRelation(name: $0.text()) }
      case CNContactDatesKey:
        contact.dates = changed(contact.dates, [CNLabelDateAnniversary]) { $0.date() as NSDateComponents }
      case CNContactPostalAddressesKey:
        contact.postalAddresses = changed(contact.postalAddresses, []) { $0.address() }
      case CNContactSocialProfilesKey:
        contact.socialProfiles = changed(contact.socialProfiles, []) {
          CNSocialProfile(
            urlString: $0.random.oneIn(2) ? "https://example.com/\($0.text())" : nil, username: $0.maybe(),
            userIdentifier: $0.maybe(),
            service: $0.random.pick([CNSocialProfileServiceLinkedIn, "Mastodon", $0.text()]))
        }
      default:
        contact.instantMessageAddresses = changed(contact.instantMessageAddresses, []) {
          CNInstantMessageAddress(
            username: $0.text(), service: $0.random.pick([CNInstantMessageServiceJabber, "Matrix", $0.text()]))
        }
      }
    }
  }

  private mutating func changed<Value>(
    _ values: [CNLabeledValue<Value>], _ labels: [String], _ make: (inout RandomContact) -> Value
  ) -> [CNLabeledValue<Value>] {
    var values = values
    if !values.isEmpty, random.oneIn(3) { values.remove(at: random.below(values.count)) }
    if !values.isEmpty, random.oneIn(3) {
      let index = random.below(values.count)
      values[index] =
        random.oneIn(2) ? values[index].settingLabel(label(labels)) : values[index].settingValue(make(&self))
    }
    if values.count > 1, random.oneIn(3) { values.swapAt(0, random.below(values.count)) }
    for _ in 0..<random.below(4) {
      values.insert(CNLabeledValue(label: label(labels), value: make(&self)), at: random.below(values.count + 1))
    }
    return values
  }

  private mutating func label(_ labels: [String]) -> String? {
    switch random.below(4) {
    case 0: nil
    case 1: text()
    default: random.pick(labels + [CNLabelHome, CNLabelWork, CNLabelSchool, CNLabelOther])
    }
  }

  private mutating func date() -> DateComponents {
    let year = random.oneIn(3) ? nil : random.below(3000)
    return DateComponents(year: year, month: 1 + random.below(12), day: 1 + random.below(28))
  }

  private mutating func address() -> CNPostalAddress {
    let address = CNMutablePostalAddress()
    address.street = maybe()
    address.subLocality = maybe()
    address.city = maybe()
    address.subAdministrativeArea = maybe()
    address.state = maybe()
    address.postalCode = maybe()
    address.country = maybe()
    address.isoCountryCode = maybe()
    return address
  }

  private mutating func maybe() -> String { random.oneIn(2) ? text() : "" }

  /// A text that is not empty, with what cards have to escape.
  mutating func text() -> String {
    let characters: [Character] = [
      "a", "B", " ", "\\", ",", ";", ":", "\"", "^", "'", "n", "\n", "=", "é", "€", "😀", "0", ".", "山", "%", "4",
    ]
    return String((0...random.below(random.oneIn(9) ? 100 : 8)).map { _ in random.pick(characters) })
  }
}
