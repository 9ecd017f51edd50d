// The keys are the names of the properties.

/// The contact's identifier.
public let CNContactIdentifierKey = "identifier"
/// Whether it is a person or an organization.
public let CNContactTypeKey = "contactType"
/// The honorific before the name.
public let CNContactNamePrefixKey = "namePrefix"
/// The given name.
public let CNContactGivenNameKey = "givenName"
/// The middle name.
public let CNContactMiddleNameKey = "middleName"
/// The family name.
public let CNContactFamilyNameKey = "familyName"
/// The family name before, as at birth.
public let CNContactPreviousFamilyNameKey = "previousFamilyName"
/// What is after the name.
public let CNContactNameSuffixKey = "nameSuffix"
/// The nickname.
public let CNContactNicknameKey = "nickname"
/// The organization.
public let CNContactOrganizationNameKey = "organizationName"
/// The department.
public let CNContactDepartmentNameKey = "departmentName"
/// The title.
public let CNContactJobTitleKey = "jobTitle"
/// How the given name is pronounced.
public let CNContactPhoneticGivenNameKey = "phoneticGivenName"
/// How the middle name is pronounced.
public let CNContactPhoneticMiddleNameKey = "phoneticMiddleName"
/// How the family name is pronounced.
public let CNContactPhoneticFamilyNameKey = "phoneticFamilyName"
/// How the organization's name is pronounced.
public let CNContactPhoneticOrganizationNameKey = "phoneticOrganizationName"
/// The birthday in the Gregorian calendar.
public let CNContactBirthdayKey = "birthday"
/// The birthday in another calendar.
public let CNContactNonGregorianBirthdayKey = "nonGregorianBirthday"
/// The note.
public let CNContactNoteKey = "note"
/// The picture.
public let CNContactImageDataKey = "imageData"
/// The picture for lists.
public let CNContactThumbnailImageDataKey = "thumbnailImageData"
/// Whether there is a picture.
public let CNContactImageDataAvailableKey = "imageDataAvailable"
/// The phone numbers.
public let CNContactPhoneNumbersKey = "phoneNumbers"
/// The email addresses.
public let CNContactEmailAddressesKey = "emailAddresses"
/// The postal addresses.
public let CNContactPostalAddressesKey = "postalAddresses"
/// The dates.
public let CNContactDatesKey = "dates"
/// The URLs.
public let CNContactUrlAddressesKey = "urlAddresses"
/// The related people.
public let CNContactRelationsKey = "contactRelations"
/// The social profiles.
public let CNContactSocialProfilesKey = "socialProfiles"
/// The addresses for instant messages.
public let CNContactInstantMessageAddressesKey = "instantMessageAddresses"

/// The exception that reading a property raises on macOS if it was not fetched. Here it ends the process, and the message has this name.
public let CNContactPropertyNotFetchedExceptionName = "CNContactPropertyNotFetchedExceptionName"
