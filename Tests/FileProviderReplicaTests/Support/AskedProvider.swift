import FileProvider
import FileProviderTesting
import Foundation
import Synchronization

/// A provider in memory that notes the requests of its calls.
class AskedProvider: NSObject, NSFileProviderReplicatedExtension, @unchecked Sendable {
  // Sendable: everything is constant but what has a lock; the compiler cannot know that of subclasses.
  let base: MemoryProvider
  private let noted = Mutex<[(call: String, request: NSFileProviderRequest)]>([])

  init(domain: NSFileProviderDomain, tree: MemoryTree) {
    base = MemoryProvider(domain: domain, tree: tree)
    super.init()
  }

  required convenience init(domain: NSFileProviderDomain) { self.init(domain: domain, tree: MemoryTree()) }

  func invalidate() { base.invalidate() }

  /// The request of the last such call.
  func request(_ call: String) -> NSFileProviderRequest? {
    noted.withLock { $0.last { $0.call == call }?.request }
  }

  private func note(_ call: String, _ request: NSFileProviderRequest) {
    noted.withLock { $0.append((call, request)) }
  }

  func enumerator(
    for container: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator {
    note("enumerator \(container.rawValue)", request)
    return try base.enumerator(for: container, request: request)
  }

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    note("item", request)
    return base.item(for: identifier, request: request, completionHandler: completionHandler)
  }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    note("fetch \(itemIdentifier.rawValue)", request)
    return base.fetchContents(
      for: itemIdentifier, version: requestedVersion, request: request, completionHandler: completionHandler)
  }

  func createItem(
    basedOn itemTemplate: any NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    note("create", request)
    return base.createItem(
      basedOn: itemTemplate, fields: fields, contents: url, options: options, request: request,
      completionHandler: completionHandler)
  }

  func modifyItem(
    _ item: any NSFileProviderItem, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?, options: NSFileProviderModifyItemOptions,
    request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    note("modify", request)
    return base.modifyItem(
      item, baseVersion: version, changedFields: changedFields, contents: newContents, options: options,
      request: request, completionHandler: completionHandler)
  }

  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress {
    note("delete", request)
    return base.deleteItem(
      identifier: identifier, baseVersion: version, options: options, request: request,
      completionHandler: completionHandler)
  }
}
