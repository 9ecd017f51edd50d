/// What a predicate looks for. A store accepts no other predicates.
package enum RecordCriterion: Hashable, Sendable {
  /// Contacts, each word of the text being the beginning of a word of their names.
  case contactsNamed(String)
  case contactsWithEmailAddress(String)
  case contactsWithPhoneNumber(String)
  case contacts(identifiers: [String])
  case contactsInGroup(String)
  case contactsInContainer(String)
  case groups(identifiers: [String])
  case groupsInContainer(String)
  case subgroups(String)
  case containers(identifiers: [String])
  case containerOfContact(String)
  case containerOfGroup(String)
}

extension RecordCriterion {
  /// The keys of a contact that decide; nil where the contact alone does not.
  package var keys: [String]? {
    switch self {
    case .contactsNamed: Self.names
    case .contactsWithEmailAddress: [CNContactEmailAddressesKey]
    case .contactsWithPhoneNumber: [CNContactPhoneNumbersKey]
    case .contacts: [CNContactIdentifierKey]
    default: nil
    }
  }

  /// Whether a contact is one that is looked for. False of contacts of a group or container: the store knows these.
  func matches(_ contact: ContactValues) -> Bool {
    switch self {
    case .contactsNamed(let text): NameMatch(text).matches(contact)
    case .contactsWithEmailAddress(let address):
      contact.emailAddresses.contains { ($0.value as String).lowercased() == address.lowercased() }
    case .contactsWithPhoneNumber(let number):
      contact.phoneNumbers.contains { PhoneDigits($0.value.stringValue).matches(PhoneDigits(number)) }
    case .contacts(let identifiers): identifiers.contains(contact.identifier)
    default: false
    }
  }

  private static let names = [
    CNContactGivenNameKey, CNContactMiddleNameKey, CNContactFamilyNameKey, CNContactPreviousFamilyNameKey,
    CNContactNicknameKey, CNContactOrganizationNameKey, CNContactPhoneticGivenNameKey,
    CNContactPhoneticMiddleNameKey, CNContactPhoneticFamilyNameKey, CNContactPhoneticOrganizationNameKey,
  ]
}
