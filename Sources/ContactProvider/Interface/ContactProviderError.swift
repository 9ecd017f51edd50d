/// Why contacts cannot be provided.
public enum ContactProviderError: Hashable, Sendable {
  /// The app has no extension that provides contacts.
  case extensionNotFound
  /// The provider has more contacts than a domain may have.
  case itemsLimitReached
  /// The enumeration failed for a reason that no other case has.
  case cannotEnumerate
  /// The provider does not have the state of its contacts any more of which a page is.
  case pageExpired
  /// The provider does not know any more what has changed since an anchor.
  case changeAnchorExpired
  /// Contacts cannot be provided on this platform. Never on Linux.
  case featureNotAvailable
  /// The user has refused. Never on Linux, where nobody is asked.
  case deniedByUser
  /// A page or a batch took too long.
  case enumerationTimeout
  /// The domain was disabled, reset or invalidated during an enumeration.
  case extensionInvalidated
  /// The extension did not end in time after it was invalidated.
  case extensionInvalidateTimeout
  /// The app has no such domain.
  case domainNotRegistered
}
