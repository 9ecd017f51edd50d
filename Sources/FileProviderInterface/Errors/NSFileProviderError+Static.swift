// The codes under the error's own name, as in `NSFileProviderError(.noSuchItem)` and `catch NSFileProviderError.noSuchItem`.
extension NSFileProviderError {
  /// See ``Code/notAuthenticated``.
  public static var notAuthenticated: Code { .notAuthenticated }
  /// See ``Code/filenameCollision``.
  public static var filenameCollision: Code { .filenameCollision }
  /// See ``Code/syncAnchorExpired``.
  public static var syncAnchorExpired: Code { .syncAnchorExpired }
  /// See ``Code/insufficientQuota``.
  public static var insufficientQuota: Code { .insufficientQuota }
  /// See ``Code/serverUnreachable``.
  public static var serverUnreachable: Code { .serverUnreachable }
  /// See ``Code/noSuchItem``.
  public static var noSuchItem: Code { .noSuchItem }
  /// See ``Code/deletionRejected``.
  public static var deletionRejected: Code { .deletionRejected }
  /// See ``Code/directoryNotEmpty``.
  public static var directoryNotEmpty: Code { .directoryNotEmpty }
  /// See ``Code/providerNotFound``.
  public static var providerNotFound: Code { .providerNotFound }
  /// See ``Code/providerTranslocated``.
  public static var providerTranslocated: Code { .providerTranslocated }
  /// See ``Code/olderExtensionVersionRunning``.
  public static var olderExtensionVersionRunning: Code { .olderExtensionVersionRunning }
  /// See ``Code/newerExtensionVersionFound``.
  public static var newerExtensionVersionFound: Code { .newerExtensionVersionFound }
  /// See ``Code/cannotSynchronize``.
  public static var cannotSynchronize: Code { .cannotSynchronize }
  /// See ``Code/nonEvictableChildren``.
  public static var nonEvictableChildren: Code { .nonEvictableChildren }
  /// See ``Code/unsyncedEdits``.
  public static var unsyncedEdits: Code { .unsyncedEdits }
  /// See ``Code/nonEvictable``.
  public static var nonEvictable: Code { .nonEvictable }
  /// See ``Code/versionNoLongerAvailable``.
  public static var versionNoLongerAvailable: Code { .versionNoLongerAvailable }
  /// See ``Code/excludedFromSync``.
  public static var excludedFromSync: Code { .excludedFromSync }
  /// See ``Code/domainDisabled``.
  public static var domainDisabled: Code { .domainDisabled }
  /// See ``Code/providerDomainTemporarilyUnavailable``.
  public static var providerDomainTemporarilyUnavailable: Code { .providerDomainTemporarilyUnavailable }
  /// See ``Code/providerDomainNotFound``.
  public static var providerDomainNotFound: Code { .providerDomainNotFound }
  /// See ``Code/applicationExtensionNotFound``.
  public static var applicationExtensionNotFound: Code { .applicationExtensionNotFound }
  /// See ``Code/localVersionConflictingWithServer``.
  public static var localVersionConflictingWithServer: Code { .localVersionConflictingWithServer }
  /// See ``Code/pageExpired``.
  public static var pageExpired: Code { .pageExpired }
}
