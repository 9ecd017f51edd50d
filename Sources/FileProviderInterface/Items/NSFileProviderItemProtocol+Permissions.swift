// What may be done with an item and how the system treats it, as a reader finds it.
extension NSFileProviderItemProtocol {
  /// What a user may do with the item. Not declared: the item is read-only to the user.
  public var capabilities: NSFileProviderItemCapabilities? {
    Implemented.value { (self as any _NSFileProviderItemBase).capabilities }
  }

  /// The owner's permissions and the visibility on disk.
  public var fileSystemFlags: NSFileProviderFileSystemFlags? {
    Implemented.value { (self as any _NSFileProviderItemBase).fileSystemFlags }
  }

  /// When contents are downloaded and given up. Not declared: as the parent.
  public var contentPolicy: NSFileProviderContentPolicy? {
    Implemented.value { (self as any _NSFileProviderItemBase).contentPolicy }
  }

  /// When children are listed. Not declared: as the parent.
  public var namespacePolicy: NSFileProviderNamespacePolicy? {
    Implemented.value { (self as any _NSFileProviderItemBase).namespacePolicy }
  }

  /// Whether the item is in the trash. For providers that are not replicated; others move items to `.trashContainer`.
  public var isTrashed: Bool? {
    Implemented.value { (self as any _NSFileProviderItemBase).isTrashed }
  }
}
