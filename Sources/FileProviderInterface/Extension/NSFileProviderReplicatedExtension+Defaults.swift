// Apple's requirements have `options: = []`. A requirement in Swift cannot have a default, so the shorter calls are here.
extension NSFileProviderReplicatedExtension {
  /// The same without options.
  @preconcurrency
  public func createItem(
    basedOn itemTemplate: any NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    createItem(
      basedOn: itemTemplate, fields: fields, contents: url, options: [], request: request,
      completionHandler: completionHandler)
  }

  /// The same without options.
  @preconcurrency
  public func modifyItem(
    _ item: any NSFileProviderItem, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?, request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    modifyItem(
      item, baseVersion: version, changedFields: changedFields, contents: newContents, options: [], request: request,
      completionHandler: completionHandler)
  }

  /// The same without options.
  @preconcurrency
  public func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    request: NSFileProviderRequest, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress {
    deleteItem(
      identifier: identifier, baseVersion: version, options: [], request: request, completionHandler: completionHandler)
  }
}
