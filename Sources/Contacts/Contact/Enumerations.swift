/// What a contact is.
public enum CNContactType: Int, Sendable {
  /// A person.
  case person = 0
  /// A company, a school, a club.
  case organization = 1
}

/// How contacts are ordered.
public enum CNContactSortOrder: Int, Sendable {
  /// Not at all.
  case none = 0
  /// The user's choice. There is none on Linux: the given name.
  case userDefault = 1
  /// By the given name.
  case givenName = 2
  /// By the family name.
  case familyName = 3
}

/// Which of a contact's names comes first.
public enum CNContactDisplayNameOrder: Int, Sendable {
  /// The user's choice. There is none on Linux: the order of the name's language.
  case userDefault = 0
  /// The given name.
  case givenNameFirst = 1
  /// The family name.
  case familyNameFirst = 2
}

/// What of a contact is formatted.
public enum CNContactFormatterStyle: Int, Sendable {
  /// The full name.
  case fullName = 0
  /// How the full name is pronounced.
  case phoneticFullName = 1
}

/// How a postal address is formatted.
public enum CNPostalAddressFormatterStyle: Int, Sendable {
  /// In lines, as on an envelope.
  case mailingAddress = 0
}
