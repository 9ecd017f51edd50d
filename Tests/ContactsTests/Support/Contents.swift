import Contacts
import Foundation

extension CNContact {
  /// What the contact has, without identifiers: texts by key. What is empty is left out.
  var contents: [String: String] {
    var result: [String: String] = [
      CNContactNamePrefixKey: namePrefix, CNContactGivenNameKey: givenName, CNContactMiddleNameKey: middleName,
      CNContactFamilyNameKey: familyName, CNContactPreviousFamilyNameKey: previousFamilyName,
      CNContactNameSuffixKey: nameSuffix, CNContactNicknameKey: nickname,
      CNContactOrganizationNameKey: organizationName, CNContactDepartmentNameKey: departmentName,
      CNContactJobTitleKey: jobTitle, CNContactPhoneticGivenNameKey: phoneticGivenName,
      CNContactPhoneticMiddleNameKey: phoneticMiddleName, CNContactPhoneticFamilyNameKey: phoneticFamilyName,
      CNContactPhoneticOrganizationNameKey: phoneticOrganizationName, CNContactNoteKey: note,
    ]
    result[CNContactTypeKey] = contactType == .organization ? "organization" : ""
    result[CNContactImageDataKey] = imageData?.base64EncodedString()
    result[CNContactBirthdayKey] = birthday.map(Self.text)
    result[CNContactNonGregorianBirthdayKey] = nonGregorianBirthday.map(Self.text)
    result[CNContactPhoneNumbersKey] = Self.text(phoneNumbers, \.stringValue)
    result[CNContactEmailAddressesKey] = Self.text(emailAddresses) { $0 as String }
    result[CNContactUrlAddressesKey] = Self.text(urlAddresses) { $0 as String }
    result[CNContactRelationsKey] = Self.text(contactRelations, \.name)
    result[CNContactDatesKey] = Self.text(dates) { Self.text($0 as DateComponents) }
    result[CNContactPostalAddressesKey] = Self.text(postalAddresses) {
      [
        $0.street, $0.subLocality, $0.city, $0.subAdministrativeArea, $0.state, $0.postalCode, $0.country,
        $0.isoCountryCode,
      ].joined(separator: "|")
    }
    result[CNContactSocialProfilesKey] = Self.text(socialProfiles) {
      [$0.service, $0.username, $0.userIdentifier, $0.urlString].joined(separator: "|")
    }
    result[CNContactInstantMessageAddressesKey] = Self.text(instantMessageAddresses) { "\($0.service)|\($0.username)" }
    return result.filter { !$0.value.isEmpty }
  }

  private static func text(_ date: DateComponents) -> String {
    let numbers = [date.era, date.year, date.month, date.day].map { $0.map(String.init) ?? "-" }
    let leap = date.isLeapMonth == true ? " leap" : ""
    return "\(numbers.joined(separator: "/"))\(leap) \(date.calendar?.identifier ?? .gregorian)"
  }

  private static func text<Value>(_ values: [CNLabeledValue<Value>], _ text: (Value) -> String) -> String {
    values.map { "\($0.label ?? "nil"): \(text($0.value))" }.joined(separator: "\n")
  }
}
