/// The properties that the index has of each contact.
enum IndexedKeys {
  /// A property that is a text. Setting it through its path would take longer than reading it from the index.
  struct Text: Sendable {
    let key: String
    let path: WritableKeyPath<ContactValues, String> & Sendable
    let set: @Sendable (inout ContactValues, String) -> Void

    init(
      _ key: String, _ path: WritableKeyPath<ContactValues, String> & Sendable,
      _ set: @escaping @Sendable (inout ContactValues, String) -> Void
    ) {
      self.key = key
      self.path = path
      self.set = set
    }
  }

  /// Those that are texts. A column has the name of its key.
  static let texts = [
    Text(CNContactNamePrefixKey, \.namePrefix) { $0.namePrefix = $1 },
    Text(CNContactGivenNameKey, \.givenName) { $0.givenName = $1 },
    Text(CNContactMiddleNameKey, \.middleName) { $0.middleName = $1 },
    Text(CNContactFamilyNameKey, \.familyName) { $0.familyName = $1 },
    Text(CNContactNameSuffixKey, \.nameSuffix) { $0.nameSuffix = $1 },
    Text(CNContactPreviousFamilyNameKey, \.previousFamilyName) { $0.previousFamilyName = $1 },
    Text(CNContactNicknameKey, \.nickname) { $0.nickname = $1 },
    Text(CNContactOrganizationNameKey, \.organizationName) { $0.organizationName = $1 },
    Text(CNContactDepartmentNameKey, \.departmentName) { $0.departmentName = $1 },
    Text(CNContactJobTitleKey, \.jobTitle) { $0.jobTitle = $1 },
    Text(CNContactPhoneticGivenNameKey, \.phoneticGivenName) { $0.phoneticGivenName = $1 },
    Text(CNContactPhoneticMiddleNameKey, \.phoneticMiddleName) { $0.phoneticMiddleName = $1 },
    Text(CNContactPhoneticFamilyNameKey, \.phoneticFamilyName) { $0.phoneticFamilyName = $1 },
    Text(CNContactPhoneticOrganizationNameKey, \.phoneticOrganizationName) { $0.phoneticOrganizationName = $1 },
  ]

  /// All of them, and the identifier.
  static let all = Set(
    texts.map(\.key) + [
      CNContactIdentifierKey, CNContactTypeKey, CNContactPhoneNumbersKey, CNContactEmailAddressesKey,
    ])

  /// How the columns are declared.
  static var columns: String {
    ([CNContactTypeKey].map { "\($0) INTEGER NOT NULL" } + texts.map { "\($0.key) TEXT NOT NULL" }
      + [CNContactPhoneNumbersKey, CNContactEmailAddressesKey].map { "\($0) BLOB NOT NULL" }).joined(separator: ", ")
  }
}
