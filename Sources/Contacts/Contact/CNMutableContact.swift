public import Foundation

/// A contact to make or to change. Not for several threads at a time.
open class CNMutableContact: CNContact {
  /// A contact that a copy is; changes to the one are not changes to the other.
  open override func copy(with zone: NSZone? = nil) -> Any {
    CNContact(values: values, fetchedKeys: fetchedKeys, original: original)
  }

  open override func mutableCopy(with zone: NSZone? = nil) -> Any {
    CNMutableContact(values: values, fetchedKeys: fetchedKeys, original: original)
  }

  /// Takes what was saved, as far as it had been fetched.
  func refetch(_ saved: CNContact) {
    let id = values.id
    let fetched = fetchedKeys.map { saved.limited(to: Array($0)) } ?? saved
    values = fetched.values
    values.id = id
    original = fetched
  }

  /// Whether it is a person or an organization.
  open override var contactType: CNContactType {
    get { super.contactType }
    set { values.contactType = newValue }
  }
  /// The honorific before the name: “Dr.”.
  open override var namePrefix: String {
    get { super.namePrefix }
    set { values.namePrefix = newValue }
  }
  /// The given name.
  open override var givenName: String {
    get { super.givenName }
    set { values.givenName = newValue }
  }
  /// The middle names.
  open override var middleName: String {
    get { super.middleName }
    set { values.middleName = newValue }
  }
  /// The family name.
  open override var familyName: String {
    get { super.familyName }
    set { values.familyName = newValue }
  }
  /// The family name before, as at birth.
  open override var previousFamilyName: String {
    get { super.previousFamilyName }
    set { values.previousFamilyName = newValue }
  }
  /// What is after the name: “Jr.”.
  open override var nameSuffix: String {
    get { super.nameSuffix }
    set { values.nameSuffix = newValue }
  }
  /// The nickname.
  open override var nickname: String {
    get { super.nickname }
    set { values.nickname = newValue }
  }
  /// The organization, or where the person works.
  open override var organizationName: String {
    get { super.organizationName }
    set { values.organizationName = newValue }
  }
  /// The department in the organization.
  open override var departmentName: String {
    get { super.departmentName }
    set { values.departmentName = newValue }
  }
  /// The title in the organization.
  open override var jobTitle: String {
    get { super.jobTitle }
    set { values.jobTitle = newValue }
  }
  /// How the given name is pronounced.
  open override var phoneticGivenName: String {
    get { super.phoneticGivenName }
    set { values.phoneticGivenName = newValue }
  }
  /// How the middle names are pronounced.
  open override var phoneticMiddleName: String {
    get { super.phoneticMiddleName }
    set { values.phoneticMiddleName = newValue }
  }
  /// How the family name is pronounced.
  open override var phoneticFamilyName: String {
    get { super.phoneticFamilyName }
    set { values.phoneticFamilyName = newValue }
  }
  /// How the organization's name is pronounced.
  open override var phoneticOrganizationName: String {
    get { super.phoneticOrganizationName }
    set { values.phoneticOrganizationName = newValue }
  }
  /// The note.
  open override var note: String {
    get { super.note }
    set { values.note = newValue }
  }
  /// The picture, in the format in which it came.
  open override var imageData: Data? {
    get { super.imageData }
    set { values.imageData = newValue }
  }
  /// The phone numbers.
  open override var phoneNumbers: [CNLabeledValue<CNPhoneNumber>] {
    get { super.phoneNumbers }
    set { values.phoneNumbers = newValue }
  }
  /// The email addresses.
  open override var emailAddresses: [CNLabeledValue<NSString>] {
    get { super.emailAddresses }
    set { values.emailAddresses = newValue }
  }
  /// The postal addresses.
  open override var postalAddresses: [CNLabeledValue<CNPostalAddress>] {
    get { super.postalAddresses }
    set { values.postalAddresses = newValue }
  }
  /// The URLs.
  open override var urlAddresses: [CNLabeledValue<NSString>] {
    get { super.urlAddresses }
    set { values.urlAddresses = newValue }
  }
  /// The related people.
  open override var contactRelations: [CNLabeledValue<CNContactRelation>] {
    get { super.contactRelations }
    set { values.contactRelations = newValue }
  }
  /// The social profiles.
  open override var socialProfiles: [CNLabeledValue<CNSocialProfile>] {
    get { super.socialProfiles }
    set { values.socialProfiles = newValue }
  }
  /// The addresses for instant messages.
  open override var instantMessageAddresses: [CNLabeledValue<CNInstantMessageAddress>] {
    get { super.instantMessageAddresses }
    set { values.instantMessageAddresses = newValue }
  }
  /// The birthday in the Gregorian calendar: day, month, and the year if it is known.
  open override var birthday: DateComponents? {
    get { super.birthday }
    set { values.birthday = newValue }
  }
  /// The birthday in the Chinese, Hebrew or Islamic calendar, which it names.
  open override var nonGregorianBirthday: DateComponents? {
    get { super.nonGregorianBirthday }
    set { values.nonGregorianBirthday = newValue }
  }
  /// Other dates, in the Gregorian calendar.
  open override var dates: [CNLabeledValue<NSDateComponents>] {
    get { super.dates }
    set { values.dates = newValue }
  }
}
