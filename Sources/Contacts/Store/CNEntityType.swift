/// What access is asked for.
public enum CNEntityType: Int, Sendable {
  /// Contacts, groups and containers.
  case contacts = 0
}

/// Whether a program may use contacts.
public enum CNAuthorizationStatus: Int, Sendable {
  /// The user has not been asked yet.
  case notDetermined = 0
  /// The user cannot grant access.
  case restricted = 1
  /// The user has refused.
  case denied = 2
  /// The user has granted access.
  case authorized = 3
  /// The user has granted access to some contacts.
  case limited = 4
}
