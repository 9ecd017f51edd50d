/// The fields of a contact's card.
enum CardFields {
  /// All properties, in the order of the lines of a new card. They are read in the reverse order: the name of a card without `N` depends on the others.
  static let all: [any CardField] = [
    NameField(),
    KindField(),
    ComponentsField(
      "ORG", [\.organizationName, \.departmentName], [CNContactOrganizationNameKey, CNContactDepartmentNameKey]),
    TextField("NICKNAME", \.nickname, CNContactNicknameKey),
    TextField("TITLE", \.jobTitle, CNContactJobTitleKey),
    ListField<PhoneList>(\.phoneNumbers, CNContactPhoneNumbersKey),
    ListField<EmailList>(\.emailAddresses, CNContactEmailAddressesKey),
    TextField("X-MAIDENNAME", \.previousFamilyName, CNContactPreviousFamilyNameKey),
    TextField("X-PHONETIC-FIRST-NAME", \.phoneticGivenName, CNContactPhoneticGivenNameKey),
    TextField("X-PHONETIC-MIDDLE-NAME", \.phoneticMiddleName, CNContactPhoneticMiddleNameKey),
    TextField("X-PHONETIC-LAST-NAME", \.phoneticFamilyName, CNContactPhoneticFamilyNameKey),
    TextField("X-PHONETIC-ORG", \.phoneticOrganizationName, CNContactPhoneticOrganizationNameKey),
    ListField<AddressList>(\.postalAddresses, CNContactPostalAddressesKey),
    ListField<URLList>(\.urlAddresses, CNContactUrlAddressesKey),
    ListField<MessageList>(\.instantMessageAddresses, CNContactInstantMessageAddressesKey),
    ListField<ProfileList>(\.socialProfiles, CNContactSocialProfilesKey),
    ListField<RelationList>(\.contactRelations, CNContactRelationsKey),
    BirthdayField(),
    OtherBirthdayField(),
    ListField<DateList>(\.dates, CNContactDatesKey),
    TextField("NOTE", \.note, CNContactNoteKey),
    PhotoField(),
  ]
}
