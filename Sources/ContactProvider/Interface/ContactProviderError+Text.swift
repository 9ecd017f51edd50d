public import Foundation

extension ContactProviderError: LocalizedError, CustomNSError {
  /// What failed.
  public var errorDescription: String? {
    switch self {
    case .extensionNotFound: "There is no extension that provides contacts."
    case .itemsLimitReached: "The provider has too many contacts."
    case .cannotEnumerate: "The contacts of the provider cannot be enumerated."
    case .pageExpired: "The enumeration of contacts has to begin anew."
    case .changeAnchorExpired: "The changes of contacts are not known any more."
    case .featureNotAvailable: "Contacts cannot be provided here."
    case .deniedByUser: "The user has refused to have contacts provided."
    case .enumerationTimeout: "The provider took too long to enumerate its contacts."
    case .extensionInvalidated: "The enumeration of contacts was ended."
    case .extensionInvalidateTimeout: "The provider did not end in time."
    case .domainNotRegistered: "The provider has no such domain."
    }
  }

  /// Why it failed.
  public var failureReason: String? {
    switch self {
    case .extensionNotFound: "The app has named no program with an extension."
    case .itemsLimitReached: "A domain has at most \(ProvisionLimits.standard.mostContacts) contacts."
    case .cannotEnumerate: "The extension failed, or broke a rule of its enumerator."
    case .pageExpired: "The generation of the page is gone."
    case .changeAnchorExpired: "The generation of the anchor is gone."
    case .featureNotAvailable: "The platform does not have the feature."
    case .deniedByUser: "The user decides who may provide contacts."
    case .enumerationTimeout: "Neither a page nor a batch may take longer than \(ProvisionLimits.standard.patience)."
    case .extensionInvalidated: "The domain was disabled, reset or invalidated."
    case .extensionInvalidateTimeout: "The extension did not return from its method “invalidate”."
    case .domainNotRegistered: "Only the default domain exists."
    }
  }

  /// The two texts, for `localizedDescription`: Foundation on Linux looks for them here.
  public var errorUserInfo: [String: Any] {
    var texts: [String: Any] = [:]
    texts[NSLocalizedDescriptionKey] = errorDescription
    texts[NSLocalizedFailureReasonErrorKey] = failureReason
    return texts
  }

  /// The number of the case, in the order of their declaration from 0. Apple does not document its numbers.
  public var errorCode: Int { Self.all.firstIndex(of: self) ?? 0 }

  private static let all: [ContactProviderError] = [
    .extensionNotFound, .itemsLimitReached, .cannotEnumerate, .pageExpired, .changeAnchorExpired,
    .featureNotAvailable, .deniedByUser, .enumerationTimeout, .extensionInvalidated, .extensionInvalidateTimeout,
    .domainNotRegistered,
  ]
}
