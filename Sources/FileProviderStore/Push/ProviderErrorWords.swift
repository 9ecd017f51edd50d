import FileProviderInterface
import Foundation

extension Error {
  /// The provider's description of its error, or what the error means where it has none: Foundation has no words for these.
  package var words: String {
    let error = self as NSError
    guard error.domain == NSFileProviderErrorDomain, error.userInfo[NSLocalizedDescriptionKey] == nil,
      let code = NSFileProviderError.Code(rawValue: error.code), let words = code.words
    else { return error.localizedDescription }
    return words
  }
}

extension NSFileProviderError.Code {
  fileprivate var words: String? {
    switch self {
    case .noSuchItem: "the provider has no such item"
    case .notAuthenticated: "sign-in required"
    case .serverUnreachable: "the server cannot be reached"
    case .insufficientQuota: "the provider has no space left"
    case .syncAnchorExpired: "the provider's sync anchor expired"
    case .filenameCollision: "another item has that name at the provider"
    case .directoryNotEmpty: "the folder is not empty at the provider"
    case .deletionRejected: "the provider refuses to delete the item"
    case .versionNoLongerAvailable: "the provider no longer has this version"
    case .localVersionConflictingWithServer: "the item was also changed at the provider"
    case .cannotSynchronize: "the provider cannot synchronize the item"
    case .excludedFromSync: "the provider excludes the item from synchronization"
    // What the system returns to programs. Of a provider they mean nothing.
    case .providerNotFound, .providerTranslocated, .olderExtensionVersionRunning, .newerExtensionVersionFound,
      .nonEvictableChildren, .unsyncedEdits, .nonEvictable, .domainDisabled, .providerDomainTemporarilyUnavailable,
      .providerDomainNotFound, .applicationExtensionNotFound:
      nil
    }
  }
}
