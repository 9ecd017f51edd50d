/// The kinds of steps that a test can run. Apple: File Provider / `NSFileProviderTestingOperationType`.
public enum NSFileProviderTestingOperationType: Int, Sendable {
  /// The system takes note of a change. See ``NSFileProviderTestingIngestion``.
  case ingestion = 0
  /// The system looks an item up. See ``NSFileProviderTestingLookup``.
  case lookup = 1
  /// An item is made on the other side. See ``NSFileProviderTestingCreation``.
  case creation = 2
  /// An item is changed on the other side. See ``NSFileProviderTestingModification``.
  case modification = 3
  /// An item is deleted on the other side. See ``NSFileProviderTestingDeletion``.
  case deletion = 4
  /// Contents are fetched. See ``NSFileProviderTestingContentFetch``.
  case contentFetch = 5
  /// A folder is listed. See ``NSFileProviderTestingChildrenEnumeration``.
  case childrenEnumeration = 6
  /// One of two items with the same name is renamed. See ``NSFileProviderTestingCollisionResolution``.
  case collisionResolution = 7
}
