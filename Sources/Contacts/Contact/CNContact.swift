public import Foundation

/// A person or an organization, as it was fetched. It does not change.
///
/// Reading a property whose key was not fetched ends the process, as it raises an exception on macOS: ask ``isKeyAvailable(_:)`` first where that can be.
open class CNContact: NSObject, NSCopying, NSMutableCopying, NSSecureCoding, Identifiable {
  /// What the properties have; all keys are in it.
  var values: ContactValues
  /// The keys that were fetched, or set since; nil for all.
  var fetchedKeys: Set<String>?
  /// The contact that this is a changed copy of, as it was fetched; nil of one that was fetched itself, and of a new one.
  var original: CNContact?
  /// Of a unified contact those that it is made of, the one with its identifier first; otherwise none.
  var unifiedParts: [CNContact]

  init(
    values: ContactValues, fetchedKeys: Set<String>? = nil, original: CNContact? = nil, parts: [CNContact] = []
  ) {
    self.values = values
    self.fetchedKeys = fetchedKeys
    self.original = original
    unifiedParts = parts
  }

  /// An empty contact.
  public override convenience init() { self.init(values: ContactValues()) }

  /// Identifies the contact in this process.
  public var id: UUID { values.id }
  /// Identifies the contact on this machine.
  open var identifier: String { values.identifier }
  /// Whether it is a person or an organization.
  open var contactType: CNContactType { fetched(\.contactType, CNContactTypeKey) }
  /// The honorific before the name: “Dr.”.
  open var namePrefix: String { fetched(\.namePrefix, CNContactNamePrefixKey) }
  /// The given name.
  open var givenName: String { fetched(\.givenName, CNContactGivenNameKey) }
  /// The middle names.
  open var middleName: String { fetched(\.middleName, CNContactMiddleNameKey) }
  /// The family name.
  open var familyName: String { fetched(\.familyName, CNContactFamilyNameKey) }
  /// The family name before, as at birth.
  open var previousFamilyName: String { fetched(\.previousFamilyName, CNContactPreviousFamilyNameKey) }
  /// What is after the name: “Jr.”.
  open var nameSuffix: String { fetched(\.nameSuffix, CNContactNameSuffixKey) }
  /// The nickname.
  open var nickname: String { fetched(\.nickname, CNContactNicknameKey) }
  /// The organization, or where the person works.
  open var organizationName: String { fetched(\.organizationName, CNContactOrganizationNameKey) }
  /// The department in the organization.
  open var departmentName: String { fetched(\.departmentName, CNContactDepartmentNameKey) }
  /// The title in the organization.
  open var jobTitle: String { fetched(\.jobTitle, CNContactJobTitleKey) }
  /// How the given name is pronounced.
  open var phoneticGivenName: String { fetched(\.phoneticGivenName, CNContactPhoneticGivenNameKey) }
  /// How the middle names are pronounced.
  open var phoneticMiddleName: String { fetched(\.phoneticMiddleName, CNContactPhoneticMiddleNameKey) }
  /// How the family name is pronounced.
  open var phoneticFamilyName: String { fetched(\.phoneticFamilyName, CNContactPhoneticFamilyNameKey) }
  /// How the organization's name is pronounced.
  open var phoneticOrganizationName: String {
    fetched(\.phoneticOrganizationName, CNContactPhoneticOrganizationNameKey)
  }
  /// The note.
  open var note: String { fetched(\.note, CNContactNoteKey) }
  /// The picture, in the format in which it came.
  open var imageData: Data? { fetched(\.imageData, CNContactImageDataKey) }
  /// The phone numbers.
  open var phoneNumbers: [CNLabeledValue<CNPhoneNumber>] { fetched(\.phoneNumbers, CNContactPhoneNumbersKey) }
  /// The email addresses.
  open var emailAddresses: [CNLabeledValue<NSString>] { fetched(\.emailAddresses, CNContactEmailAddressesKey) }
  /// The postal addresses.
  open var postalAddresses: [CNLabeledValue<CNPostalAddress>] {
    fetched(\.postalAddresses, CNContactPostalAddressesKey)
  }
  /// The URLs.
  open var urlAddresses: [CNLabeledValue<NSString>] { fetched(\.urlAddresses, CNContactUrlAddressesKey) }
  /// The related people.
  open var contactRelations: [CNLabeledValue<CNContactRelation>] { fetched(\.contactRelations, CNContactRelationsKey) }
  /// The social profiles.
  open var socialProfiles: [CNLabeledValue<CNSocialProfile>] { fetched(\.socialProfiles, CNContactSocialProfilesKey) }
  /// The addresses for instant messages.
  open var instantMessageAddresses: [CNLabeledValue<CNInstantMessageAddress>] {
    fetched(\.instantMessageAddresses, CNContactInstantMessageAddressesKey)
  }
  /// The birthday in the Gregorian calendar: day, month, and the year if it is known.
  open var birthday: DateComponents? { fetched(\.birthday, CNContactBirthdayKey) }
  /// The birthday in the Chinese, Hebrew or Islamic calendar, which it names.
  open var nonGregorianBirthday: DateComponents? { fetched(\.nonGregorianBirthday, CNContactNonGregorianBirthdayKey) }
  /// Other dates, in the Gregorian calendar.
  open var dates: [CNLabeledValue<NSDateComponents>] { fetched(\.dates, CNContactDatesKey) }
  /// The picture for lists: the picture itself, since nothing here makes it smaller.
  open var thumbnailImageData: Data? { fetched(\.imageData, CNContactThumbnailImageDataKey) }
  /// Whether there is a picture.
  open var imageDataAvailable: Bool { fetched(\.imageData, CNContactImageDataAvailableKey) != nil }

  private func fetched<Value>(_ property: KeyPath<ContactValues, Value>, _ key: String) -> Value {
    require(key)
    return values[keyPath: property]
  }

  /// Ends the process if a property was not fetched.
  func require(_ key: String) {
    precondition(
      isKeyAvailable(key), "\(CNContactPropertyNotFetchedExceptionName): the property “\(key)” was not fetched")
  }

  // MARK: Copies

  /// The contact itself, since it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// A contact with the same identifier that can be changed.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    CNMutableContact(values: values, fetchedKeys: fetchedKeys, original: original ?? self, parts: unifiedParts)
  }

  /// The same contact as if nothing but some keys had been fetched. The identifier always is.
  package func limited(to keys: [any CNKeyDescriptor]) -> CNContact {
    limited(to: Set(keys.flatMap(\.keys)))
  }

  /// The same of keys without descriptors.
  func limited(to keys: Set<String>) -> CNContact {
    CNContact(
      values: values.limited(to: keys), fetchedKeys: keys.union([CNContactIdentifierKey]), original: original,
      parts: unifiedParts)
  }

  // MARK: Coding

  public class var supportsSecureCoding: Bool { true }

  public required convenience init?(coder: NSCoder) {
    guard let values = ContactValues(coder: coder) else { return nil }
    self.init(
      values: values, fetchedKeys: (coder.decodeObject(forKey: "fetchedKeys") as? [String]).map { Set($0) },
      original: Self.unarchived(coder, "original") as? CNContact,
      parts: Self.unarchived(coder, "parts") as? [CNContact] ?? [])
  }

  open func encode(with coder: NSCoder) {
    values.encode(with: coder)
    // A key that is missing is an error for Foundation on Linux.
    coder.encode(fetchedKeys.map { NSArray(array: $0.sorted()) }, forKey: "fetchedKeys")
    coder.encode(original.flatMap(Self.archive), forKey: "original")
    coder.encode(unifiedParts.isEmpty ? nil : Self.archive(NSArray(array: unifiedParts)), forKey: "parts")
  }

  /// An archive of its own: Foundation on Linux takes equal objects for one, and an unchanged copy would be its own original.
  private static func archive(_ object: Any) -> NSData? {
    (try? NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)) as NSData?
  }

  private static func unarchived(_ coder: NSCoder, _ key: String) -> Any? {
    (coder.decodeObject(forKey: key) as? Data).flatMap { try? NSKeyedUnarchiver.unarchiveTopLevelObjectWithData($0) }
  }

  // MARK: Equality

  /// Contacts are equal if their identifiers and all their properties are.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CNContact else { return false }
    return values.identifier == other.values.identifier && fetchedKeys == other.fetchedKeys
      && values.hasSameProperties(as: other.values)
  }

  open override var hash: Int { values.identifier.hashValue }
}
