extension NSFileProviderError {
  /// What went wrong, with Apple's numbers.
  ///
  /// Up to -1999 a provider answers the system; from -2000 on the system mostly answers a program.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error that carries this code.
    public typealias _ErrorType = NSFileProviderError

    /// The user has to sign in. The system notifies them and waits for a signal before it tries again.
    case notAuthenticated = -1000
    /// Another item has that name in that folder, perhaps in other letter case. The system renames one and tries again.
    ///
    /// Carry the other item: `NSError.fileProviderErrorForCollision(with:)`.
    case filenameCollision = -1001
    /// The anchor or page is too old or not from here. The system drops what it has of the container and lists again.
    case syncAnchorExpired = -1002
    /// The provider's store is full. The change stays queued until a signal.
    case insufficientQuota = -1003
    /// The provider's store cannot be reached. The system waits for a signal before it tries again.
    case serverUnreachable = -1004
    /// The item does not exist at the provider. The system removes it here; in a creation, the parent is meant.
    case noSuchItem = -1005
    /// The item must not be deleted, or has changed since. The system restores it here.
    case deletionRejected = -1006
    /// The folder has children and the deletion was not recursive. The system restores it here.
    case directoryNotEmpty = -1007
    /// There is no provider by that name.
    case providerNotFound = -2001
    /// The provider runs from a temporary place and cannot be used from there.
    case providerTranslocated = -2002
    /// An older version of the provider still runs.
    case olderExtensionVersionRunning = -2003
    /// A newer version of the provider is installed.
    case newerExtensionVersionFound = -2004
    /// The item cannot be synchronized and trying again is no use until it changes or a signal comes.
    case cannotSynchronize = -2005
    /// A folder cannot be given up because something in it cannot.
    case nonEvictableChildren = -2006
    /// The item has changes that the provider does not have yet, so it cannot be given up.
    case unsyncedEdits = -2007
    /// The item must stay on this machine.
    case nonEvictable = -2008
    /// The version asked for cannot be delivered any more. The system asks for the newest.
    case versionNoLongerAvailable = -2009
    /// The item stays on this machine only. The system keeps it and does not upload it.
    case excludedFromSync = -2010
    /// The user has switched the domain off.
    case domainDisabled = -2011
    /// The domain is out of service for the moment.
    case providerDomainTemporarilyUnavailable = -2012
    /// The provider has no such domain.
    case providerDomainNotFound = -2013
    /// The application has no provider.
    case applicationExtensionNotFound = -2014
    /// The change is based on another version than the provider's. The system merges and sends it again.
    ///
    /// Only in answer to `NSFileProviderModifyItemOptions.failOnConflict`.
    case localVersionConflictingWithServer = -2015

    /// The page is too old or not from here. The same code as ``syncAnchorExpired``.
    public static var pageExpired: Code { .syncAnchorExpired }

    /// Matches an error of this code in a `catch`, the struct as well as a plain `NSError` of that domain and code.
    public static func ~= (match: Code, error: any Error) -> Bool {
      let error = error as NSError
      return error.domain == NSFileProviderErrorDomain && error.code == match.rawValue
    }
  }
}
