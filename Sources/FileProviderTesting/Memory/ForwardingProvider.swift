public import FileProviderInterface

/// A provider that answers as another one does, its base, except for the calls that it implements itself.
///
/// A notice is forwarded in the form with a handler: implement that form of one that is to be noted.
public protocol ForwardingProvider: NSFileProviderReplicatedExtension {
  associatedtype Base: NSFileProviderReplicatedExtension

  /// The provider that answers.
  var base: Base { get }
}

extension ForwardingProvider {
  public func invalidate() { base.invalidate() }

  public func importDidFinish(completionHandler: @escaping @Sendable () -> Void) {
    base.importDidFinish(completionHandler: completionHandler)
  }

  public func materializedItemsDidChange(completionHandler: @escaping @Sendable () -> Void) {
    base.materializedItemsDidChange(completionHandler: completionHandler)
  }

  public func pendingItemsDidChange(completionHandler: @escaping @Sendable () -> Void) {
    base.pendingItemsDidChange(completionHandler: completionHandler)
  }

  public func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator {
    try base.enumerator(for: containerItemIdentifier, request: request)
  }

  public func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    base.item(for: identifier, request: request, completionHandler: completionHandler)
  }

  public func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    base.fetchContents(
      for: itemIdentifier, version: requestedVersion, request: request, completionHandler: completionHandler)
  }

  public func createItem(
    basedOn itemTemplate: any NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    base.createItem(
      basedOn: itemTemplate, fields: fields, contents: url, options: options, request: request,
      completionHandler: completionHandler)
  }

  public func modifyItem(
    _ item: any NSFileProviderItem, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?, options: NSFileProviderModifyItemOptions,
    request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    base.modifyItem(
      item, baseVersion: version, changedFields: changedFields, contents: newContents, options: options,
      request: request, completionHandler: completionHandler)
  }

  public func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress {
    base.deleteItem(
      identifier: identifier, baseVersion: version, options: options, request: request,
      completionHandler: completionHandler)
  }
}
