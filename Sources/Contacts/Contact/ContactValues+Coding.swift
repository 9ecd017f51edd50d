import Foundation

// A labelled value is a list of its identifier, its label and its value: Foundation on Linux does not archive objects of generic classes.
extension ContactValues {
  init?(coder: NSCoder) {
    guard let identifier = coder.decodeObject(forKey: CNContactIdentifierKey) as? String,
      let id = (coder.decodeObject(forKey: "id") as? String).flatMap(UUID.init)
    else { return nil }
    self.id = id
    self.identifier = identifier
    contactType = CNContactType(rawValue: coder.decodeInteger(forKey: CNContactTypeKey)) ?? .person
    namePrefix = coder.text(CNContactNamePrefixKey)
    givenName = coder.text(CNContactGivenNameKey)
    middleName = coder.text(CNContactMiddleNameKey)
    familyName = coder.text(CNContactFamilyNameKey)
    previousFamilyName = coder.text(CNContactPreviousFamilyNameKey)
    nameSuffix = coder.text(CNContactNameSuffixKey)
    nickname = coder.text(CNContactNicknameKey)
    organizationName = coder.text(CNContactOrganizationNameKey)
    departmentName = coder.text(CNContactDepartmentNameKey)
    jobTitle = coder.text(CNContactJobTitleKey)
    phoneticGivenName = coder.text(CNContactPhoneticGivenNameKey)
    phoneticMiddleName = coder.text(CNContactPhoneticMiddleNameKey)
    phoneticFamilyName = coder.text(CNContactPhoneticFamilyNameKey)
    phoneticOrganizationName = coder.text(CNContactPhoneticOrganizationNameKey)
    note = coder.text(CNContactNoteKey)
    imageData = (coder.decodeObject(forKey: CNContactImageDataKey) as? NSData) as Data?
    phoneNumbers = coder.labelled(CNContactPhoneNumbersKey)
    emailAddresses = coder.labelled(CNContactEmailAddressesKey)
    postalAddresses = coder.labelled(CNContactPostalAddressesKey)
    urlAddresses = coder.labelled(CNContactUrlAddressesKey)
    contactRelations = coder.labelled(CNContactRelationsKey)
    socialProfiles = coder.labelled(CNContactSocialProfilesKey)
    instantMessageAddresses = coder.labelled(CNContactInstantMessageAddressesKey)
    birthday = (coder.decodeObject(forKey: CNContactBirthdayKey) as? NSDateComponents) as DateComponents?
    nonGregorianBirthday =
      (coder.decodeObject(forKey: CNContactNonGregorianBirthdayKey) as? NSDateComponents) as DateComponents?
    dates = coder.labelled(CNContactDatesKey)
  }

  func encode(with coder: NSCoder) {
    coder.encode(identifier as NSString, forKey: CNContactIdentifierKey)
    coder.encode(id.uuidString as NSString, forKey: "id")
    coder.encode(contactType.rawValue, forKey: CNContactTypeKey)
    coder.encode(namePrefix as NSString, forKey: CNContactNamePrefixKey)
    coder.encode(givenName as NSString, forKey: CNContactGivenNameKey)
    coder.encode(middleName as NSString, forKey: CNContactMiddleNameKey)
    coder.encode(familyName as NSString, forKey: CNContactFamilyNameKey)
    coder.encode(previousFamilyName as NSString, forKey: CNContactPreviousFamilyNameKey)
    coder.encode(nameSuffix as NSString, forKey: CNContactNameSuffixKey)
    coder.encode(nickname as NSString, forKey: CNContactNicknameKey)
    coder.encode(organizationName as NSString, forKey: CNContactOrganizationNameKey)
    coder.encode(departmentName as NSString, forKey: CNContactDepartmentNameKey)
    coder.encode(jobTitle as NSString, forKey: CNContactJobTitleKey)
    coder.encode(phoneticGivenName as NSString, forKey: CNContactPhoneticGivenNameKey)
    coder.encode(phoneticMiddleName as NSString, forKey: CNContactPhoneticMiddleNameKey)
    coder.encode(phoneticFamilyName as NSString, forKey: CNContactPhoneticFamilyNameKey)
    coder.encode(phoneticOrganizationName as NSString, forKey: CNContactPhoneticOrganizationNameKey)
    coder.encode(note as NSString, forKey: CNContactNoteKey)
    coder.encode(imageData as NSData?, forKey: CNContactImageDataKey)
    coder.encode(phoneNumbers, CNContactPhoneNumbersKey)
    coder.encode(emailAddresses, CNContactEmailAddressesKey)
    coder.encode(postalAddresses, CNContactPostalAddressesKey)
    coder.encode(urlAddresses, CNContactUrlAddressesKey)
    coder.encode(contactRelations, CNContactRelationsKey)
    coder.encode(socialProfiles, CNContactSocialProfilesKey)
    coder.encode(instantMessageAddresses, CNContactInstantMessageAddressesKey)
    coder.encode(birthday as NSDateComponents?, forKey: CNContactBirthdayKey)
    coder.encode(nonGregorianBirthday as NSDateComponents?, forKey: CNContactNonGregorianBirthdayKey)
    coder.encode(dates, CNContactDatesKey)
  }
}

extension NSCoder {
  fileprivate func text(_ key: String) -> String { decodeObject(forKey: key) as? String ?? "" }

  fileprivate func labelled<Value>(_ key: String) -> [CNLabeledValue<Value>] {
    let lists = decodeObject(forKey: key) as? [NSArray] ?? []
    return lists.compactMap { list in
      guard list.count == 3, let identifier = list[0] as? String, let value = list[2] as? Value else { return nil }
      return CNLabeledValue(identifier: identifier, label: list[1] as? String, value: value)
    }
  }

  fileprivate func encode<Value>(_ values: [CNLabeledValue<Value>], _ key: String) {
    let lists = values.map {
      NSArray(array: [$0.identifier as NSString, $0.label.map { $0 as NSString } ?? NSNull(), $0.value])
    }
    encode(NSArray(array: lists), forKey: key)
  }
}
