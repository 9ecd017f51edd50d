// What Apple's File Provider has and this module does not, by group. Documentation only: a name leaves this list when it
// is implemented, and nothing is declared here as a placeholder.
//
// NSFileProviderManager
//   class var `default`: NSFileProviderManager
//   class func add(_:completionHandler:)                                     add(_:) async throws
//   class func remove(_:completionHandler:)                                  remove(_:) async throws
//   class func remove(_:mode:completionHandler:)                             remove(_:mode:) async throws -> URL?
//   class func removeAllDomains(completionHandler:)                          removeAllDomains() async throws
//   class func getDomainsWithCompletionHandler(_:)                           domains() async throws
//   class func getIdentifierForUserVisibleFile(at:completionHandler:)        identifierForUserVisibleFile(at:) async throws
//   class func `import`(_:fromDirectoryAt:completionHandler:)                and async throws
//   class func checkDomainsCanBeStoredOnVolume(at:) throws                   EligibilityResult
//   func getUserVisibleURL(for:completionHandler:)                           userVisibleURL(for:) async throws
//   func evictItem(identifier:completionHandler:)                            and async throws
//   func requestDownloadForItem(withIdentifier:requestedRange:)              and with completionHandler:
//   func requestModification(of:forItemWithIdentifier:options:)              and with completionHandler:
//   func reimportItems(below:completionHandler:)                             and async throws
//   func waitForChanges(below:completionHandler:)                            and async throws
//   func waitForStabilization(completionHandler:)                            and async throws
//   func disconnect(reason:options:completionHandler:)                       and async throws; DisconnectionOptions
//   func reconnect(completionHandler:)                                       and async throws
//   func enumeratorForMaterializedItems(), enumeratorForPendingItems()       NSFileProviderPendingSetEnumerator
//   func temporaryDirectoryURL() throws, stateDirectoryURL() throws
//   func globalProgress(for:)                                                needs Progress.FileOperationKind
//   func register(_:forItemWithIdentifier:completionHandler:)                of URLSessionTask
//   func getService(…), claimKnownFolders, releaseKnownFolders
//   func listAvailableTestingOperations(), run(_:)                           NSFileProviderTestingOperation and its kinds
//   DomainRemovalMode
//   NSFileProviderMaterializedSetDidChange, NSFileProviderPendingSetDidChange, fileProviderDomainDidChange
//
// NSFileProviderDomain
//   init(displayName:userInfo:volumeURL:), volumeUUID
//   init(identifier:displayName:pathRelativeToDocumentStorage:), pathRelativeToDocumentStorage
//   testingModes, replicatedKnownFolders, supportedKnownFolders, supportsStringSearchRequest
//
// Protocols beside NSFileProviderReplicatedExtension
//   NSFileProviderServicing, NSFileProviderServiceSource, NSFileProviderServiceName     need XPC
//   NSFileProviderExternalVolumeHandling, NSFileProviderVolumeUnsupportedReason
//   NSFileProviderKnownFolderSupporting, NSFileProviderKnownFolders, NSFileProviderKnownFolderLocations
//   NSFileProviderSearching, NSFileProviderSearchEnumerator, NSFileProviderSearchEnumerationObserver,
//   NSFileProviderSearchResult, NSFileProviderStringSearchRequest
//
// The older, non-replicated model
//   NSFileProviderExtension, NSFileProviderManager.documentStorageURL, placeholderURL(for:),
//   writePlaceholder(at:withMetadata:), providerIdentifier, NSFileProviderErrorCollidingItemKey
//
// Constants
//   NSFileProviderFavoriteRankUnranked, NSFileProviderUserInfoKey.experimentID
//
// Language
//   Calling an optional requirement with `?`, as in `enumerator.enumerateChanges?(for:from:)`: here the method always
//   exists and has a default. `@objc` on a class or a protocol does not compile on this platform.
//   A subclass that adds an optional property which its superclass left out is not asked for it.
