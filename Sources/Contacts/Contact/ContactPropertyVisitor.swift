import Foundation

/// Does something with each property of a contact, except its identifiers.
protocol ContactPropertyVisitor {
  mutating func visit<Value: Equatable>(_ property: WritableKeyPath<ContactValues, Value>, _ key: String)
  mutating func visit<Value>(_ list: WritableKeyPath<ContactValues, [CNLabeledValue<Value>]>, _ key: String)
}

extension ContactPropertyVisitor {
  /// Visits all properties, the picture once for each of its keys.
  mutating func visitAll() {
    visit(\.contactType, CNContactTypeKey)
    visit(\.namePrefix, CNContactNamePrefixKey)
    visit(\.givenName, CNContactGivenNameKey)
    visit(\.middleName, CNContactMiddleNameKey)
    visit(\.familyName, CNContactFamilyNameKey)
    visit(\.previousFamilyName, CNContactPreviousFamilyNameKey)
    visit(\.nameSuffix, CNContactNameSuffixKey)
    visit(\.nickname, CNContactNicknameKey)
    visit(\.organizationName, CNContactOrganizationNameKey)
    visit(\.departmentName, CNContactDepartmentNameKey)
    visit(\.jobTitle, CNContactJobTitleKey)
    visit(\.phoneticGivenName, CNContactPhoneticGivenNameKey)
    visit(\.phoneticMiddleName, CNContactPhoneticMiddleNameKey)
    visit(\.phoneticFamilyName, CNContactPhoneticFamilyNameKey)
    visit(\.phoneticOrganizationName, CNContactPhoneticOrganizationNameKey)
    visit(\.note, CNContactNoteKey)
    let imageKeys = [CNContactImageDataKey, CNContactThumbnailImageDataKey, CNContactImageDataAvailableKey]
    for key in imageKeys { visit(\.imageData, key) }
    visit(\.phoneNumbers, CNContactPhoneNumbersKey)
    visit(\.emailAddresses, CNContactEmailAddressesKey)
    visit(\.postalAddresses, CNContactPostalAddressesKey)
    visit(\.urlAddresses, CNContactUrlAddressesKey)
    visit(\.contactRelations, CNContactRelationsKey)
    visit(\.socialProfiles, CNContactSocialProfilesKey)
    visit(\.instantMessageAddresses, CNContactInstantMessageAddressesKey)
    visit(\.birthday, CNContactBirthdayKey)
    visit(\.nonGregorianBirthday, CNContactNonGregorianBirthdayKey)
    visit(\.dates, CNContactDatesKey)
  }
}
