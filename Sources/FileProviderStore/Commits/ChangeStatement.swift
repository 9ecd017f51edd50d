/// The statements that change a store, by number; `ChangeStatement+SQL.swift` has their text.
///
/// The redo log has their numbers, not their text, so nothing in that file can make the store run anything else. The file may have been written by
/// an earlier or a later version of the program: **a statement keeps its number and its text for ever**. A statement that has to change gets a
/// new number, and the old one stays here as long as a redo log may have it.
enum ChangeStatement: UInt16, CaseIterable {
  // Items.
  case insertItem = 1
  /// Of versions that did not know what contents occupy.
  case updateItemOfOldVersion = 2
  case updateItem = 400
  case noteBlocks = 401
  case forgetBlocks = 402
  case touchFolder = 3
  case countSubfolder = 4
  case renameItem = 5
  case moveItem = 6
  case deleteItem = 7
  case setTarget = 8
  case updateTarget = 9
  case deleteTarget = 10
  case setExtendedAttribute = 11
  case deleteExtendedAttribute = 12
  case deleteExtendedAttributes = 13
  case insertDevice = 44
  case deleteDevice = 45

  // The working set and the trash.
  case setMembership = 14
  case deleteMembership = 15
  case insertMemberFolder = 16
  case moveMemberFolder = 17
  case deleteMemberFolder = 18
  case setTrashEntry = 19
  case deleteTrashEntry = 20

  // Contents.
  case insertWriter = 21
  case deleteWriter = 22
  case deleteWriters = 23
  case closeWriter = 46
  /// Of versions without `ContentMark.changed`; see `deleteMarks` and `unmarkSynchronized`.
  case deleteMarksOfOldVersion = 47
  case unmarkContents = 48
  case deleteMarks = 54
  case unmarkSynchronized = 55
  case noteChanged = 56
  case noteOnDisk = 57
  case forgetOnDisk = 58
  case deleteWritersOfNobody = 49
  /// Of versions that forgot at a loss of power which contents were changed in place; see `loseMarks`, `deleteLostMarks` and `loseMarksOf`.
  case loseWriters = 50
  case deleteLostWriters = 51
  case keepReplacedContent = 52
  case takeReplacedContent = 53
  case discardContent = 24
  case forgetDiscarded = 25
  case forgetAllDiscarded = 26
  case insertSmall = 431
  case deleteSmall = 432
  case setChecksum = 60
  case deleteChecksum = 61
  case deleteChecksums = 62
  case deleteChecksumsOfNobody = 63
  /// Of the same versions.
  case loseContents = 64
  /// Of versions in which a lost mark did not contain whether a mount was still writing; see `loseMarks` and `deleteLostMarks`.
  case loseMarksOfOldVersion = 218
  case loseMarksOf = 219
  case deleteLostMarksOfOldVersion = 220
  case loseMarks = 280
  case deleteLostMarks = 281
  case setPartial = 100
  case takePartial = 101
  case deleteRanges = 102
  case takeRanges = 103
  case insertRange = 104
  case keepFormer = 153
  case takeFormer = 154

  // The change log.
  case appendLogRow = 27
  case appendLogRowOfOther = 155
  case appendGap = 28
  /// Of the first version; see `pruneRows`.
  case pruneGenerations = 29
  case insertAuthor = 30
  case setSetting = 31
  case deleteSetting = 32
  case pruneRows = 43

  // State reported by a provider.
  case putSynced = 370
  case setSyncedFields = 371
  case insertSynced = 372
  case deleteSynced = 373
  case transferSynced = 374
  /// These seven of versions that had two rows of an item, in `provided` and `agreed`.
  case setProvided = 33
  case putProvided = 303
  case deleteProvided = 34
  case setAgreed = 72
  case deleteAgreed = 73
  case transferProvided = 74
  case transferAgreed = 75
  case setContentPolicy = 150
  case deleteContentPolicy = 151
  case transferContentPolicy = 152
  case setListing = 35
  /// Of versions that did not know when the page's listing began.
  case setListingPageOfOldVersion = 36
  case setListingPage = 375
  case deleteListing = 37
  /// Of versions in which a pass that was under way ended the listing all the same; see `expireListings`.
  case expireListingOfOldVersion = 38
  case expireListingsOfOldVersion = 39
  case expireListings = 190
  case insertListed = 40
  case deleteListed = 41
  case touchListedFolder = 42

  // Changes not uploaded yet.
  /// Of versions in which no row named the folder that it waits for; see `putPending`.
  case setPending = 70
  case putPending = 350
  case deletePending = 71
  case transferPending = 76
  /// Of versions that promoted all at once; see `promoteSomePending`.
  case promotePending = 77
  case releasePending = 78
  case releaseQuestions = 435
  case releaseRefused = 436
  case releaseExcluded = 438
  /// Of versions that also released what has nothing but an owner of its own.
  case releaseAllLocal = 437
  /// Of versions that did not ask for what may have happened; see `endPendingCalls` and `expectExistingItems`.
  case endCalls = 79
  case expectExisting = 80
  /// Of versions that did not distinguish a question from a call.
  case endUnconfirmedCalls = 120
  case expectExistingItems = 121
  case forgetMoments = 180
  case releaseLocal = 185
  case promoteSomePending = 270

  // Held deletions.
  case hold = 90
  case release = 91
  case transferHeld = 92
  case setHeld = 93
  /// Of versions that decided on all that was held in one transaction; see `setHeld`.
  case decideHeld = 94
  /// Of versions that kept in settings what documents that are gone have become; see `forgetSuccessors`.
  case forgetClaims = 290
  case noteSuccessor = 352
  case forgetSuccessors = 353
  case noteRemoval = 300
  case pruneRemovals = 301
  /// Of the same versions; see `releaseFromFolder`.
  case releaseInFolder = 310
  case releaseFromFolder = 351
  case keepRemoved = 320
  case takeRemoved = 321
  /// Of versions with a table for each kind of call.
  case keepCreationOfOldVersion = 354
  case endCreationOfOldVersion = 355
  /// Of versions with `stale_identifiers`.
  case noteStaleOfOldVersion = 356
  case endStaleOfOldVersion = 357
  case noteStale = 376
  case endStale = 377
  case noteChangeOf = 378
  case noteAnswerOf = 379
  case noteMissing = 380
  case forgetMissing = 381
  case forgetObserved = 382
  case forgetUnobserved = 383
  case noteSeeminglyGone = 384
  case noteSeeminglyGoneBeforePull = 433
  case makeSeeminglyGoneStale = 434
  /// Of versions that asked for what seemed gone whenever changes had been pulled.
  case makeSeeminglyGoneStaleOfOldVersion = 385
  case restartListings = 386
  case noteRenumbered = 358
  case endRenumbering = 359
  case expectCreationOfOldVersion = 360
  case endExpectationOfOldVersion = 361
  case noteSentContentsOfOldVersion = 362
  case endSentContentsOfOldVersion = 363
  case noteNumberedName = 364
  case endNumberedName = 365
  /// Of versions with a table for each kind of call.
  case noteSentPlaceOfOldVersion = 340
  case forgetOldSentPlacesOfOldVersion = 341
  case endSentPlacesOfOldVersion = 342
  case transferSentPlacesOfOldVersion = 343
  case holdBackOfOldVersion = 344
  case takeHeldBackOfOldVersion = 345
  case transferHeldBackOfOldVersion = 346
  case forgetRemovals = 302
  /// Of versions that kept of a call only the place that it asked for; see `beginCall`.
  case keepCreationOfPlaces = 410
  case endCreationOfPlaces = 411
  case noteSentPlaceOfPlaces = 412
  case forgetOldSentPlacesOfPlaces = 413
  case endSentPlacesOfPlaces = 414
  case transferSentPlacesOfPlaces = 415
  case holdBack = 416
  case noteSentContents = 417
  case endSentContents = 418
  case expectCreation = 419
  case endExpectation = 420
  case beginCall = 421
  case endCall = 422
  case endCallsUnderWay = 423
  case forgetCalls = 424
  case transferCalls = 425
  case endPendingCalls = 426
  case forgetEndedMoves = 427
  case forgetCall = 428
  case forgetOldCalls = 429
  case noteSentSize = 430

  /// One more than the largest number.
  static let count = Int(allCases.map(\.rawValue).max() ?? 0) + 1
}
