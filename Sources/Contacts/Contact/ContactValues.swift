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
    if keys.contains(CNContactTypeKey) { result.contactType = contactType }
    if keys.contains(CNContactNamePrefixKey) { result.namePrefix = namePrefix }
    if keys.contains(CNContactGivenNameKey) { result.givenName = givenName }
    if keys.contains(CNContactMiddleNameKey) { result.middleName = middleName }
    if keys.contains(CNContactFamilyNameKey) { result.familyName = familyName }
    if keys.contains(CNContactPreviousFamilyNameKey) { result.previousFamilyName = previousFamilyName }
    if keys.contains(CNContactNameSuffixKey) { result.nameSuffix = nameSuffix }
    if keys.contains(CNContactNicknameKey) { result.nickname = nickname }
    if keys.contains(CNContactOrganizationNameKey) { result.organizationName = organizationName }
    if keys.contains(CNContactDepartmentNameKey) { result.departmentName = departmentName }
    if keys.contains(CNContactJobTitleKey) { result.jobTitle = jobTitle }
    if keys.contains(CNContactPhoneticGivenNameKey) { result.phoneticGivenName = phoneticGivenName }
    if keys.contains(CNContactPhoneticMiddleNameKey) { result.phoneticMiddleName = phoneticMiddleName }
    if keys.contains(CNContactPhoneticFamilyNameKey) { result.phoneticFamilyName = phoneticFamilyName }
    if keys.contains(CNContactPhoneticOrganizationNameKey) {
      result.phoneticOrganizationName = phoneticOrganizationName
    }
    if keys.contains(CNContactNoteKey) { result.note = note }
    let imageKeys: Set = [CNContactImageDataKey, CNContactThumbnailImageDataKey, CNContactImageDataAvailableKey]
    if !keys.isDisjoint(with: imageKeys) { result.imageData = imageData }
    if keys.contains(CNContactPhoneNumbersKey) { result.phoneNumbers = phoneNumbers }
    if keys.contains(CNContactEmailAddressesKey) { result.emailAddresses = emailAddresses }
    if keys.contains(CNContactPostalAddressesKey) { result.postalAddresses = postalAddresses }
    if keys.contains(CNContactUrlAddressesKey) { result.urlAddresses = urlAddresses }
    if keys.contains(CNContactRelationsKey) { result.contactRelations = contactRelations }
    if keys.contains(CNContactSocialProfilesKey) { result.socialProfiles = socialProfiles }
    if keys.contains(CNContactInstantMessageAddressesKey) { result.instantMessageAddresses = instantMessageAddresses }
    if keys.contains(CNContactBirthdayKey) { result.birthday = birthday }
    if keys.contains(CNContactNonGregorianBirthdayKey) { result.nonGregorianBirthday = nonGregorianBirthday }
    if keys.contains(CNContactDatesKey) { result.dates = dates }
    return result
  }
}
