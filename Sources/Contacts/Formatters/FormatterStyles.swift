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
