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

  /// Whether a contact is one that is looked for.
  func matches(_ contact: ContactValues) -> Bool { matcher(contact) }

  /// The same for many contacts. False of contacts of a group or container: the store knows these.
  var matcher: (ContactValues) -> Bool {
    switch self {
    case .contactsNamed(let text):
      let match = NameMatch(text)
      return { match.matches($0) }
    case .contactsWithEmailAddress(let address):
      let address = address.lowercased()
      return { $0.emailAddresses.contains { ($0.value as String).lowercased() == address } }
    case .contactsWithPhoneNumber(let number):
      let digits = PhoneDigits(number)
      return { $0.phoneNumbers.contains { PhoneDigits($0.value.stringValue).matches(digits) } }
    case .contacts(let identifiers): return { identifiers.contains($0.identifier) }
    default: return { _ in false }
    }
  }

  /// The keys of names.
  static let names = [
    CNContactTypeKey, CNContactNamePrefixKey, CNContactGivenNameKey, CNContactMiddleNameKey, CNContactFamilyNameKey,
    CNContactNameSuffixKey, CNContactPreviousFamilyNameKey, CNContactNicknameKey, CNContactOrganizationNameKey,
    CNContactPhoneticGivenNameKey,
    CNContactPhoneticMiddleNameKey, CNContactPhoneticFamilyNameKey, CNContactPhoneticOrganizationNameKey,
  ]
}
