/// A provider of one domain, for a system that keeps its own copy of the tree.
///
/// The system makes an instance with `init(domain:)`, may make several in one process, calls it from any thread and
/// concurrently, and ends it with ``invalidate()``. Keep nothing in memory only.
///
/// Every call returns a `Progress` at once and finishes through its completion handler, exactly once. When the progress
/// is cancelled, finish promptly with `CocoaError.userCancelled`. Errors are `NSFileProviderError` or `CocoaError`;
/// anything else counts as transient and is tried again.
///
/// Handlers may be called on any thread, and are declared `@Sendable`; a class may leave that word out.
///
/// Apple: File Provider / `NSFileProviderReplicatedExtension`.
public protocol NSFileProviderReplicatedExtension: NSFileProviderEnumerating, _NSFileProviderReplicatedExtensionBase {
  /// Starts a provider for `domain`.
  init(domain: NSFileProviderDomain)

  /// Ends this instance: stop work, let go of what it holds.
  func invalidate()

  /// Looks up one item as the provider has it now.
  ///
  /// `NSFileProviderError.noSuchItem` says that it does not exist remotely, and it is removed here.
  @preconcurrency
  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress

  /// Fetches a document's contents.
  ///
  /// The handler gets a regular file, which the system takes over, and the item that the contents belong to.
  ///
  /// - Parameters:
  ///   - itemIdentifier: the document.
  ///   - requestedVersion: the version wanted; `nil` for the newest.
  ///   - request: who asks.
  ///   - completionHandler: the file, the item, or the error.
  @preconcurrency
  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress

  /// Brings an item that was created here to the provider.
  ///
  /// The handler gets the item as the provider has it now, with its final identifier; the fields that are still pending;
  /// whether the system should fetch contents in place of its own; or an error. An identifier that exists already merges
  /// the two. Neither item nor error refuses the creation, and the local source is deleted.
  ///
  /// - Parameters:
  ///   - itemTemplate: the item; its identifier is a placeholder that stays the same when the call is repeated.
  ///   - fields: which fields of the template are set.
  ///   - url: the contents, the system's own file; `nil` for folders, symbolic links and items without contents here.
  ///   - options: circumstances.
  ///   - request: who asks.
  ///   - completionHandler: the outcome.
  @preconcurrency
  func createItem(
    basedOn itemTemplate: any NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress

  /// Brings a local change of an item to the provider.
  ///
  /// The handler is used as in `createItem`. Pending fields are sent again later, unless they are all that was sent:
  /// then they count as unsupported until the item changes again. Neither item nor error deletes the item here.
  ///
  /// - Parameters:
  ///   - item: the item as it should become.
  ///   - version: the version on which the change is based.
  ///   - changedFields: what differs.
  ///   - newContents: the contents if they changed, the system's own file.
  ///   - options: circumstances.
  ///   - request: who asks.
  ///   - completionHandler: the outcome.
  @preconcurrency
  func modifyItem(
    _ item: any NSFileProviderItem, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?, options: NSFileProviderModifyItemOptions,
    request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress

  /// Deletes an item at the provider. Deleting one that does not exist there succeeds.
  ///
  /// `directoryNotEmpty` refuses a folder with children, `deletionRejected` anything else, such as a version that is not
  /// `version`; after both the system restores the item here.
  @preconcurrency
  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress
}
