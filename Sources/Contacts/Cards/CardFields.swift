/// The fields of a contact's card.
enum CardFields {
  /// All properties, in the order of the lines of a new card. They are read in the reverse order: the name of a card without `N` depends on the others.
  static let all: [any CardField] = [
    NameField(),
    KindField(),
    ComponentsField("ORG", [\.organizationName, \.departmentName]),
    TextField("NICKNAME", \.nickname),
    TextField("TITLE", \.jobTitle),
    ListField<PhoneList>(\.phoneNumbers),
    ListField<EmailList>(\.emailAddresses),
    TextField("X-MAIDENNAME", \.previousFamilyName),
    TextField("X-PHONETIC-FIRST-NAME", \.phoneticGivenName),
    TextField("X-PHONETIC-MIDDLE-NAME", \.phoneticMiddleName),
    TextField("X-PHONETIC-LAST-NAME", \.phoneticFamilyName),
    TextField("X-PHONETIC-ORG", \.phoneticOrganizationName),
    ListField<AddressList>(\.postalAddresses),
    ListField<URLList>(\.urlAddresses),
    ListField<MessageList>(\.instantMessageAddresses),
    ListField<ProfileList>(\.socialProfiles),
    ListField<RelationList>(\.contactRelations),
    BirthdayField(),
    OtherBirthdayField(),
    ListField<DateList>(\.dates),
    TextField("NOTE", \.note),
    PhotoField(),
  ]
}
