import Contacts
import Foundation
import Testing

/// Contacts as client code for macOS uses them.
@Suite struct ContactTests {
  private func anna() -> CNMutableContact {
    let contact = CNMutableContact()
    contact.givenName = "Anna"
    contact.familyName = "Baker"
    contact.contactType = .organization
    contact.imageData = Data([1, 2])
    contact.birthday = DateComponents(year: 1984, month: 4, day: 15)
    contact.phoneNumbers = [CNLabeledValue(label: CNLabelPhoneNumberMobile, value: CNPhoneNumber(stringValue: "+1 5"))]
    contact.emailAddresses = [CNLabeledValue(label: nil, value: "a@b" as NSString)]
    let address = CNMutablePostalAddress()
    address.city = "Paris"
    contact.postalAddresses = [CNLabeledValue(label: CNLabelHome, value: address)]
    contact.socialProfiles = [
      CNLabeledValue(
        label: nil, value: CNSocialProfile(urlString: nil, username: "a", userIdentifier: nil, service: "Yelp"))
    ]
    contact.instantMessageAddresses = [
      CNLabeledValue(label: "x", value: CNInstantMessageAddress(username: "a", service: CNInstantMessageServiceJabber))
    ]
    contact.contactRelations = [
      CNLabeledValue(label: CNLabelContactRelationSister, value: CNContactRelation(name: "Eve"))
    ]
    contact.dates = [
      CNLabeledValue(label: CNLabelDateAnniversary, value: DateComponents(month: 2, day: 1) as NSDateComponents)
    ]
    return contact
  }

  /// A copy does not change with the contact; a mutable copy has the same identifier.
  @Test func `copies are independent`() throws {
    let contact = anna()
    let copy = try #require(contact.copy() as? CNContact)
    #expect(!(copy is CNMutableContact))
    #expect(copy == contact)
    contact.givenName = "Eve"
    #expect(copy.givenName == "Anna")
    #expect(copy != contact)
    let other = try #require(copy.mutableCopy() as? CNMutableContact)
    other.phoneNumbers = []
    #expect(other.identifier == copy.identifier)
    #expect(copy.phoneNumbers.first?.value.stringValue == "+1 5")
    #expect(copy.copy() as? CNContact === copy)
    #expect(CNContact() != CNContact())
    let address = CNMutablePostalAddress()
    let copied = try #require(address.copy() as? CNPostalAddress)
    address.city = "Rome"
    #expect(copied.city == "")
  }

  @Test func `contacts are archived with all properties`() throws {
    let contact = anna()
    let data = try NSKeyedArchiver.archivedData(withRootObject: contact, requiringSecureCoding: false)
    let reader = try NSKeyedUnarchiver(forReadingFrom: data)
    reader.requiresSecureCoding = false
    let read = try #require(reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? CNMutableContact)
    #expect(read == contact)
    #expect(read.id == contact.id)
    #expect(read.postalAddresses.first?.value.city == "Paris")
    #expect(read.phoneNumbers.first?.identifier == contact.phoneNumbers.first?.identifier)
  }

  @Test func `an unchanged copy is archived`() throws {
    let original = try #require(anna().copy() as? CNContact)
    let copy = try #require(original.mutableCopy() as? CNMutableContact)
    let data = try NSKeyedArchiver.archivedData(withRootObject: copy, requiringSecureCoding: false)
    let read = try #require(try NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(data) as? CNMutableContact)
    #expect(read == copy)
  }

  /// Keys are descriptors in each of the forms in which client code has them.
  @Test func `keys that were fetched are available`() {
    let keys = [CNContactGivenNameKey, CNContactImageDataAvailableKey] as [CNKeyDescriptor]
    let contact = anna().limited(to: keys)
    #expect(contact.givenName == "Anna")
    #expect(contact.imageDataAvailable)
    #expect(contact.isKeyAvailable(CNContactIdentifierKey))
    #expect(!contact.isKeyAvailable(CNContactFamilyNameKey))
    #expect(contact.areKeysAvailable([CNContactGivenNameKey as CNKeyDescriptor]))
    #expect(!contact.areKeysAvailable([CNContact.descriptorForAllComparatorKeys()]))
    #expect(anna().areKeysAvailable([CNContact.descriptorForAllComparatorKeys(), CNContactNoteKey as NSString]))
  }

  @Test func `reading a property that was not fetched ends the process`() async {
    await #expect(processExitsWith: .failure) {
      _ = CNMutableContact().limited(to: [CNContactGivenNameKey]).familyName
    }
    await #expect(processExitsWith: .success) {
      _ = CNMutableContact().limited(to: [CNContactGivenNameKey]).givenName
    }
  }

  @Test func `labelled values keep their identifiers`() {
    let value = CNLabeledValue(label: CNLabelHome, value: "a" as NSString)
    let other = value.settingLabel(CNLabelWork).settingValue("b")
    #expect(other.identifier == value.identifier)
    #expect(other.label == CNLabelWork)
    #expect(other.value == "b")
    #expect(CNLabeledValue(label: CNLabelHome, value: "a" as NSString) != value)
  }

  @Test func `labels and keys have words`() {
    let labels = [CNLabelHome, CNLabelPhoneNumberHomeFax, CNLabelContactRelationCoParentInLaw, "My Label", ""]
    #expect(
      labels.map { CNLabeledValue<NSString>.localizedString(forLabel: $0) }
        == ["home", "home fax", "co parent in law", "My Label", ""])
    #expect(CNContact.localizedString(forKey: CNContactGivenNameKey) == "Given name")
    #expect(CNPostalAddress.localizedString(forKey: CNPostalAddressISOCountryCodeKey) == "Country code")
  }

  @Test func `contacts are sorted by name`() {
    let names = [("Anna", "Zorn", ""), ("Bert", "Adam", ""), ("", "", "Mills")]
    let contacts = names.map { given, family, organization in
      let contact = CNMutableContact()
      (contact.givenName, contact.familyName, contact.organizationName) = (given, family, organization)
      return contact
    }
    func sorted(_ order: CNContactSortOrder) -> [String] {
      let compare = CNContact.comparator(forNameSortOrder: order)
      return contacts.sorted { compare($0, $1) == .orderedAscending }.map { $0.givenName + $0.organizationName }
    }
    #expect(sorted(.familyName) == ["Bert", "Mills", "Anna"])
    #expect(sorted(.givenName) == ["Anna", "Bert", "Mills"])
  }

  @Test func `errors have Apple's numbers`() {
    let error = CNError(.vCardMalformed, userInfo: [CNErrorUserInfoKeyPathsKey: ["note"]])
    #expect((error as NSError).code == 700)
    #expect((error as NSError).domain == "CNErrorDomain")
    #expect(error.keyPaths == ["note"])
    do { throw NSError(domain: CNErrorDomain, code: 200) } catch CNError.recordDoesNotExist {
    } catch { Issue.record("not caught") }
  }
}
