public import Foundation

/// A contact to make or to change. Not for several threads at a time.
open class CNMutableContact: CNContact {
  /// A contact that a copy is; changes to the one are not changes to the other.
  open override func copy(with zone: NSZone? = nil) -> Any {
    CNContact(values: values, fetchedKeys: fetchedKeys, original: original, parts: unifiedParts)
  }

  open override func mutableCopy(with zone: NSZone? = nil) -> Any {
    CNMutableContact(values: values, fetchedKeys: fetchedKeys, original: original, parts: unifiedParts)
  }

  /// Has what was saved as the state from which the next changes count.
  ///
  /// - Parameter isRefetched: Whether it takes what was saved, as far as it had been fetched.
  func noteSaved(_ saved: CNContact, isRefetched: Bool) {
    let fetched = fetchedKeys.map { saved.limited(to: $0) } ?? saved
    let id = values.id
    if isRefetched {
      values = fetched.values
      values.id = id
      original = fetched
    } else {
      var state = SavedState(saved: fetched.values, before: original?.values, values: values)
      state.visitAll()
      values = state.values
      original = CNContact(values: state.base, fetchedKeys: fetchedKeys)
    }
  }

  /// Sets a property, which counts as fetched from then on.
  private func set<Value>(_ property: WritableKeyPath<ContactValues, Value>, _ key: String, _ value: Value) {
    values[keyPath: property] = value
    fetchedKeys?.insert(key)
  }

  /// Whether it is a person or an organization.
  open override var contactType: CNContactType {
    get { super.contactType }
    set { set(\.contactType, CNContactTypeKey, newValue) }
  }
  /// The honorific before the name: “Dr.”.
  open override var namePrefix: String {
    get { super.namePrefix }
    set { set(\.namePrefix, CNContactNamePrefixKey, newValue) }
  }
  /// The given name.
  open override var givenName: String {
    get { super.givenName }
    set { set(\.givenName, CNContactGivenNameKey, newValue) }
  }
  /// The middle names.
  open override var middleName: String {
    get { super.middleName }
    set { set(\.middleName, CNContactMiddleNameKey, newValue) }
  }
  /// The family name.
  open override var familyName: String {
    get { super.familyName }
    set { set(\.familyName, CNContactFamilyNameKey, newValue) }
  }
  /// The family name before, as at birth.
  open override var previousFamilyName: String {
    get { super.previousFamilyName }
    set { set(\.previousFamilyName, CNContactPreviousFamilyNameKey, newValue) }
  }
  /// What is after the name: “Jr.”.
  open override var nameSuffix: String {
    get { super.nameSuffix }
    set { set(\.nameSuffix, CNContactNameSuffixKey, newValue) }
  }
  /// The nickname.
  open override var nickname: String {
    get { super.nickname }
    set { set(\.nickname, CNContactNicknameKey, newValue) }
  }
  /// The organization, or where the person works.
  open override var organizationName: String {
    get { super.organizationName }
    set { set(\.organizationName, CNContactOrganizationNameKey, newValue) }
  }
  /// The department in the organization.
  open override var departmentName: String {
    get { super.departmentName }
    set { set(\.departmentName, CNContactDepartmentNameKey, newValue) }
  }
  /// The title in the organization.
  open override var jobTitle: String {
    get { super.jobTitle }
    set { set(\.jobTitle, CNContactJobTitleKey, newValue) }
  }
  /// How the given name is pronounced.
  open override var phoneticGivenName: String {
    get { super.phoneticGivenName }
    set { set(\.phoneticGivenName, CNContactPhoneticGivenNameKey, newValue) }
  }
  /// How the middle names are pronounced.
  open override var phoneticMiddleName: String {
    get { super.phoneticMiddleName }
    set { set(\.phoneticMiddleName, CNContactPhoneticMiddleNameKey, newValue) }
  }
  /// How the family name is pronounced.
  open override var phoneticFamilyName: String {
    get { super.phoneticFamilyName }
    set { set(\.phoneticFamilyName, CNContactPhoneticFamilyNameKey, newValue) }
  }
  /// How the organization's name is pronounced.
  open override var phoneticOrganizationName: String {
    get { super.phoneticOrganizationName }
    set { set(\.phoneticOrganizationName, CNContactPhoneticOrganizationNameKey, newValue) }
  }
  /// The note.
  open override var note: String {
    get { super.note }
    set { set(\.note, CNContactNoteKey, newValue) }
  }
  /// The picture, in the format in which it came.
  open override var imageData: Data? {
    get { super.imageData }
    set { set(\.imageData, CNContactImageDataKey, newValue) }
  }
  /// The phone numbers.
  open override var phoneNumbers: [CNLabeledValue<CNPhoneNumber>] {
    get { super.phoneNumbers }
    set { set(\.phoneNumbers, CNContactPhoneNumbersKey, newValue) }
  }
  /// The email addresses.
  open override var emailAddresses: [CNLabeledValue<NSString>] {
    get { super.emailAddresses }
    set { set(\.emailAddresses, CNContactEmailAddressesKey, newValue) }
  }
  /// The postal addresses.
  open override var postalAddresses: [CNLabeledValue<CNPostalAddress>] {
    get { super.postalAddresses }
    set { set(\.postalAddresses, CNContactPostalAddressesKey, newValue) }
  }
  /// The URLs.
  open override var urlAddresses: [CNLabeledValue<NSString>] {
    get { super.urlAddresses }
    set { set(\.urlAddresses, CNContactUrlAddressesKey, newValue) }
  }
  /// The related people.
  open override var contactRelations: [CNLabeledValue<CNContactRelation>] {
    get { super.contactRelations }
    set { set(\.contactRelations, CNContactRelationsKey, newValue) }
  }
  /// The social profiles.
  open override var socialProfiles: [CNLabeledValue<CNSocialProfile>] {
    get { super.socialProfiles }
    set { set(\.socialProfiles, CNContactSocialProfilesKey, newValue) }
  }
  /// The addresses for instant messages.
  open override var instantMessageAddresses: [CNLabeledValue<CNInstantMessageAddress>] {
    get { super.instantMessageAddresses }
    set { set(\.instantMessageAddresses, CNContactInstantMessageAddressesKey, newValue) }
  }
  /// The birthday in the Gregorian calendar: day, month, and the year if it is known.
  open override var birthday: DateComponents? {
    get { super.birthday }
    set { set(\.birthday, CNContactBirthdayKey, newValue) }
  }
  /// The birthday in the Chinese, Hebrew or Islamic calendar, which it names.
  open override var nonGregorianBirthday: DateComponents? {
    get { super.nonGregorianBirthday }
    set { set(\.nonGregorianBirthday, CNContactNonGregorianBirthdayKey, newValue) }
  }
  /// Other dates, in the Gregorian calendar.
  open override var dates: [CNLabeledValue<NSDateComponents>] {
    get { super.dates }
    set { set(\.dates, CNContactDatesKey, newValue) }
  }
}
