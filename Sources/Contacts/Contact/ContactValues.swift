import Foundation

/// The properties of a contact.
struct ContactValues {
  var id = UUID()
  var identifier: String
  var contactType = CNContactType.person
  var namePrefix = ""
  var givenName = ""
  var middleName = ""
  var familyName = ""
  var previousFamilyName = ""
  var nameSuffix = ""
  var nickname = ""
  var organizationName = ""
  var departmentName = ""
  var jobTitle = ""
  var phoneticGivenName = ""
  var phoneticMiddleName = ""
  var phoneticFamilyName = ""
  var phoneticOrganizationName = ""
  var note = ""
  var imageData: Data?
  var phoneNumbers: [CNLabeledValue<CNPhoneNumber>] = []
  var emailAddresses: [CNLabeledValue<NSString>] = []
  var postalAddresses: [CNLabeledValue<CNPostalAddress>] = []
  var urlAddresses: [CNLabeledValue<NSString>] = []
  var contactRelations: [CNLabeledValue<CNContactRelation>] = []
  var socialProfiles: [CNLabeledValue<CNSocialProfile>] = []
  var instantMessageAddresses: [CNLabeledValue<CNInstantMessageAddress>] = []
  var birthday: DateComponents?
  var nonGregorianBirthday: DateComponents?
  var dates: [CNLabeledValue<NSDateComponents>] = []

  init() { identifier = id.uuidString }

  func hasSameProperties(as other: ContactValues) -> Bool {
    contactType == other.contactType
      && namePrefix == other.namePrefix
      && givenName == other.givenName
      && middleName == other.middleName
      && familyName == other.familyName
      && previousFamilyName == other.previousFamilyName
      && nameSuffix == other.nameSuffix
      && nickname == other.nickname
      && organizationName == other.organizationName
      && departmentName == other.departmentName
      && jobTitle == other.jobTitle
      && phoneticGivenName == other.phoneticGivenName
      && phoneticMiddleName == other.phoneticMiddleName
      && phoneticFamilyName == other.phoneticFamilyName
      && phoneticOrganizationName == other.phoneticOrganizationName
      && note == other.note
      && imageData == other.imageData
      && phoneNumbers == other.phoneNumbers
      && emailAddresses == other.emailAddresses
      && postalAddresses == other.postalAddresses
      && urlAddresses == other.urlAddresses
      && contactRelations == other.contactRelations
      && socialProfiles == other.socialProfiles
      && instantMessageAddresses == other.instantMessageAddresses
      && birthday == other.birthday
      && nonGregorianBirthday == other.nonGregorianBirthday
      && dates == other.dates
  }

  /// The values of some keys; the others are empty.
  func limited(to keys: Set<String>) -> ContactValues {
    var result = ContactValues()
    result.id = id
    result.identifier = identifier
    result.take(keys, from: self)
    return result
  }

  /// Replaces the values of some keys, except the identifier.
  ///
  /// - Parameter keys: Nil for all.
  mutating func take(_ keys: Set<String>?, from other: ContactValues) {
    func take<Value>(_ property: WritableKeyPath<ContactValues, Value>, _ key: String) {
      if keys?.contains(key) ?? true { self[keyPath: property] = other[keyPath: property] }
    }
    take(\.contactType, CNContactTypeKey)
    take(\.namePrefix, CNContactNamePrefixKey)
    take(\.givenName, CNContactGivenNameKey)
    take(\.middleName, CNContactMiddleNameKey)
    take(\.familyName, CNContactFamilyNameKey)
    take(\.previousFamilyName, CNContactPreviousFamilyNameKey)
    take(\.nameSuffix, CNContactNameSuffixKey)
    take(\.nickname, CNContactNicknameKey)
    take(\.organizationName, CNContactOrganizationNameKey)
    take(\.departmentName, CNContactDepartmentNameKey)
    take(\.jobTitle, CNContactJobTitleKey)
    take(\.phoneticGivenName, CNContactPhoneticGivenNameKey)
    take(\.phoneticMiddleName, CNContactPhoneticMiddleNameKey)
    take(\.phoneticFamilyName, CNContactPhoneticFamilyNameKey)
    take(\.phoneticOrganizationName, CNContactPhoneticOrganizationNameKey)
    take(\.note, CNContactNoteKey)
    let imageKeys = [CNContactImageDataKey, CNContactThumbnailImageDataKey, CNContactImageDataAvailableKey]
    for key in imageKeys { take(\.imageData, key) }
    take(\.phoneNumbers, CNContactPhoneNumbersKey)
    take(\.emailAddresses, CNContactEmailAddressesKey)
    take(\.postalAddresses, CNContactPostalAddressesKey)
    take(\.urlAddresses, CNContactUrlAddressesKey)
    take(\.contactRelations, CNContactRelationsKey)
    take(\.socialProfiles, CNContactSocialProfilesKey)
    take(\.instantMessageAddresses, CNContactInstantMessageAddressesKey)
    take(\.birthday, CNContactBirthdayKey)
    take(\.nonGregorianBirthday, CNContactNonGregorianBirthdayKey)
    take(\.dates, CNContactDatesKey)
  }
}
