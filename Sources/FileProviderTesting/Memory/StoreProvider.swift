package import FileProviderInterface
package import FileProviderStore

/// A store served as a read-only provider: its working set is the whole domain.
package final class StoreProvider: NSObject, NSFileProviderReplicatedExtension, Sendable {
  private let store: ItemStore?

  package init(domain: NSFileProviderDomain) {
    store = nil
    super.init()
  }

  package init(store: ItemStore) {
    self.store = store
    super.init()
  }

  package func invalidate() {}

  package func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator {
    guard let store else { throw NSFileProviderError(.noSuchItem) }
    do { return try store.enumerator(for: containerItemIdentifier, workingSet: .provider) } catch {
      throw error.providerError
    }
  }

  package func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    do { completionHandler(try item(identifier), nil) } catch { completionHandler(nil, error) }
    return Progress()
  }

  private func item(_ identifier: NSFileProviderItemIdentifier) throws -> StoredItem {
    let item = try store?.readCommitted { (reader) throws(StoreError) -> StoredItem? in
      guard let id = try reader.item(identifiedBy: identifier), let record = try reader.record(id) else { return nil }
      return try StoredItem(record, reader: reader)
    }
    guard let item = item ?? nil else { throw NSFileProviderError(.noSuchItem) }
    return item
  }

  package func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    do {
      let item = try item(itemIdentifier)
      let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      if let content = item.record.attributes.content, let store {
        try store.contents.copy(content, to: url)
      } else {
        try Data().write(to: url)
      }
      completionHandler(url, item, nil)
    } catch { completionHandler(nil, nil, error) }
    return Progress()
  }

  // MARK: Writing is refused

  package func createItem(
    basedOn itemTemplate: any NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    completionHandler(nil, [], false, NSFileProviderError(.cannotSynchronize))
    return Progress()
  }

  package func modifyItem(
    _ item: any NSFileProviderItem, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?, options: NSFileProviderModifyItemOptions,
    request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    completionHandler(nil, [], false, NSFileProviderError(.cannotSynchronize))
    return Progress()
  }

  package func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress {
    completionHandler(NSFileProviderError(.deletionRejected))
    return Progress()
  }
}
