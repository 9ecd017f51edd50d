import FileProviderInterface
import Foundation

extension Error {
  /// What a provider says of its error, or what the error means where it says nothing: Foundation has no words for these.
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
    case .notAuthenticated: "somebody has to sign in"
    case .serverUnreachable: "the server cannot be reached"
    case .insufficientQuota: "there is no room left at the provider"
    case .syncAnchorExpired: "the provider does not know any more what has changed since"
    case .filenameCollision: "another item has that name at the provider"
    case .directoryNotEmpty: "the folder is not empty at the provider"
    case .deletionRejected: "the provider does not delete it"
    case .versionNoLongerAvailable: "the provider does not have that version any more"
    case .localVersionConflictingWithServer: "it was changed at the provider, too"
    case .cannotSynchronize: "the provider cannot synchronize it"
    case .excludedFromSync: "the provider wants it to stay on this machine"
    // What the system says to programs. Of a provider they mean nothing.
    case .providerNotFound, .providerTranslocated, .olderExtensionVersionRunning, .newerExtensionVersionFound,
      .nonEvictableChildren, .unsyncedEdits, .nonEvictable, .domainDisabled, .providerDomainTemporarilyUnavailable,
      .providerDomainNotFound, .applicationExtensionNotFound:
      nil
    }
  }
}
