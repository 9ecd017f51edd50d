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
