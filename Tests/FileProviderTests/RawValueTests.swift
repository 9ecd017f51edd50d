import FileProvider
import Testing

// Raw values are stored and exchanged with other code, so they are Apple's.
@Suite("Raw values") struct RawValueTests {
  // The reserved containers.
  @Test func `of containers`() {
    #expect(NSFileProviderItemIdentifier.rootContainer.rawValue == "NSFileProviderRootContainerItemIdentifier")
    #expect(NSFileProviderItemIdentifier.workingSet.rawValue == "NSFileProviderWorkingSetContainerItemIdentifier")
    #expect(NSFileProviderItemIdentifier.trashContainer.rawValue == "NSFileProviderTrashContainerItemIdentifier")
  }

  // What a person may do, with the two pairs that share a bit.
  @Test func `of capabilities`() {
    #expect(NSFileProviderItemCapabilities.allowsReading.rawValue == 1)
    #expect(NSFileProviderItemCapabilities.allowsContentEnumerating.rawValue == 1)
    #expect(NSFileProviderItemCapabilities.allowsWriting.rawValue == 2)
    #expect(NSFileProviderItemCapabilities.allowsAddingSubItems.rawValue == 2)
    #expect(NSFileProviderItemCapabilities.allowsReparenting.rawValue == 4)
    #expect(NSFileProviderItemCapabilities.allowsRenaming.rawValue == 8)
    #expect(NSFileProviderItemCapabilities.allowsTrashing.rawValue == 16)
    #expect(NSFileProviderItemCapabilities.allowsDeleting.rawValue == 32)
    #expect(NSFileProviderItemCapabilities.allowsAll.rawValue == 63)
    #expect(NSFileProviderItemCapabilities.allowsEvicting.rawValue == 64)
    #expect(NSFileProviderItemCapabilities.allowsExcludingFromSync.rawValue == 128)
  }

  // Fields, in the order of their bits.
  @Test func `of fields`() {
    let fields: [NSFileProviderItemFields] = [
      .contents, .filename, .parentItemIdentifier, .lastUsedDate, .tagData, .favoriteRank, .creationDate,
      .contentModificationDate, .fileSystemFlags, .extendedAttributes, .typeAndCreator,
    ]
    #expect(fields.map(\.rawValue) == (0...10).map { 1 << $0 })
  }

  // The small option sets and policies.
  @Test func `of options and policies`() {
    let flags: [NSFileProviderFileSystemFlags] = [
      .userExecutable, .userReadable, .userWritable, .hidden, .pathExtensionHidden,
    ]
    #expect(flags.map(\.rawValue) == [1, 2, 4, 8, 16])
    #expect(NSFileProviderCreateItemOptions.mayAlreadyExist.rawValue == 1)
    #expect(NSFileProviderCreateItemOptions.deletionConflicted.rawValue == 2)
    #expect(NSFileProviderModifyItemOptions.mayAlreadyExist.rawValue == 1)
    #expect(NSFileProviderModifyItemOptions.failOnConflict.rawValue == 2)
    #expect(NSFileProviderModifyItemOptions.isImmediateUploadRequestByPresentingApplication.rawValue == 4)
    #expect(NSFileProviderDeleteItemOptions.recursive.rawValue == 1)
    #expect(NSFileProviderFetchContentsOptions.strictVersioning.rawValue == 1)
    #expect(NSFileProviderMaterializationFlags.knownSparseRanges.rawValue == 1)
    #expect(NSFileProviderContentPolicy.inherited.rawValue == 0)
    #expect(NSFileProviderContentPolicy.downloadLazily.rawValue == 1)
    #expect(NSFileProviderContentPolicy.downloadLazilyAndEvictOnRemoteUpdate.rawValue == 2)
    #expect(NSFileProviderContentPolicy.downloadEagerlyAndKeepDownloaded.rawValue == 3)
  }

  // All error codes there are, and no others.
  @Test func `of error codes`() {
    typealias Code = NSFileProviderError.Code
    let codes: [Int: Code] = [
      -1000: .notAuthenticated, -1001: .filenameCollision, -1002: .syncAnchorExpired, -1003: .insufficientQuota,
      -1004: .serverUnreachable, -1005: .noSuchItem, -1006: .deletionRejected, -1007: .directoryNotEmpty,
      -2001: .providerNotFound, -2002: .providerTranslocated, -2003: .olderExtensionVersionRunning,
      -2004: .newerExtensionVersionFound, -2005: .cannotSynchronize, -2006: .nonEvictableChildren,
      -2007: .unsyncedEdits, -2008: .nonEvictable, -2009: .versionNoLongerAvailable, -2010: .excludedFromSync,
      -2011: .domainDisabled, -2012: .providerDomainTemporarilyUnavailable, -2013: .providerDomainNotFound,
      -2014: .applicationExtensionNotFound, -2015: .localVersionConflictingWithServer,
    ]
    #expect(codes.allSatisfy { $0.key == $0.value.rawValue })
    #expect(Set(codes.values) == Set((-3000...0).compactMap { Code(rawValue: $0) }))
    #expect(NSFileProviderErrorItemKey == "NSFileProviderErrorItem")
    #expect(NSFileProviderErrorNonExistentItemIdentifierKey == "NSFileProviderErrorNonExistentItemIdentifier")
  }
}
