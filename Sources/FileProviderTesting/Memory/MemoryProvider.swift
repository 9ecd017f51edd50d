public import FileProviderInterface
import Synchronization
import UniformTypeIdentifiers

/// A provider whose store is a dictionary. It keeps the whole contract, and no more than that.
public final class MemoryProvider: NSObject, NSFileProviderReplicatedExtension, Sendable {
  /// What is in it. Change it, then ``signal()``.
  public let tree: MemoryTree
  /// The most items in a page and changes in a batch, whatever is suggested.
  public let pageSize: Int
  private let domain: NSFileProviderDomain
  private let counts = Mutex(Counts())

  private struct Counts {
    var live = 0
    var fetches = 0
    var isInvalidated = false
  }

  /// An empty provider.
  public convenience init(domain: NSFileProviderDomain) { self.init(domain: domain, tree: MemoryTree()) }

  /// A provider of a tree.
  public init(domain: NSFileProviderDomain, tree: MemoryTree, pageSize: Int = 100) {
    self.domain = domain
    self.tree = tree
    self.pageSize = pageSize
    super.init()
  }

  /// Enumerators that have been handed out and not been invalidated.
  public var liveEnumerators: Int { counts.withLock { $0.live } }
  /// How often contents were fetched.
  public var fetches: Int { counts.withLock { $0.fetches } }
  public var isInvalidated: Bool { counts.withLock { $0.isInvalidated } }

  /// Tells the system that something changed.
  public func signal() {
    NSFileProviderManager(for: domain)?.signalEnumerator(for: .workingSet) { _ in }
  }

  public func invalidate() { counts.withLock { $0.isInvalidated = true } }

  // MARK: Reading

  public func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator {
    var isDocument = false
    switch containerItemIdentifier {
    case .rootContainer, .workingSet: break
    case .trashContainer:
      guard domain.supportsSyncingTrash else { throw CocoaError(.featureUnsupported) }
    default:
      guard let item = tree[containerItemIdentifier.rawValue] else { throw NSFileProviderError(.noSuchItem) }
      isDocument = item.kind != .folder
    }
    counts.withLock { $0.live += 1 }
    return MemoryEnumerator(
      tree: tree, container: containerItemIdentifier, isDocument: isDocument, pageSize: pageSize,
      onInvalidate: { [self, once = Once()] in
        if once.take() { counts.withLock { $0.live -= 1 } }
      })
  }

  public func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    if let item = tree[identifier.rawValue] {
      completionHandler(MemoryItemObject(item), nil)
    } else {
      completionHandler(nil, NSError.fileProviderErrorForNonExistentItem(withIdentifier: identifier))
    }
    return Progress()
  }

  public func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    counts.withLock { $0.fetches += 1 }
    guard let item = tree[itemIdentifier.rawValue], item.kind == .file else {
      completionHandler(nil, nil, NSError.fileProviderErrorForNonExistentItem(withIdentifier: itemIdentifier))
      return Progress()
    }
    do {
      let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try item.contents.write(to: url)
      completionHandler(url, MemoryItemObject(item), nil)
    } catch {
      completionHandler(nil, nil, error)
    }
    return Progress()
  }

  // MARK: Writing

  public func createItem(
    basedOn itemTemplate: any NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    var item = MemoryItem(UUID().uuidString, name: itemTemplate.filename)
    if itemTemplate.contentType?.conforms(to: .folder) == true { item.kind = .folder }
    if itemTemplate.contentType?.conforms(to: .symbolicLink) == true { item.kind = .symlink }
    finish(item, itemTemplate, fields.union([.parentItemIdentifier, .filename]), url, completionHandler)
    return Progress()
  }

  public func modifyItem(
    _ item: any NSFileProviderItem, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?, options: NSFileProviderModifyItemOptions,
    request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    if let known = tree[item.itemIdentifier.rawValue] {
      finish(known, item, changedFields, newContents, completionHandler)
    } else {
      completionHandler(nil, [], false, NSFileProviderError(.noSuchItem))
    }
    return Progress()
  }

  private func finish(
    _ base: MemoryItem, _ wished: any NSFileProviderItem, _ fields: NSFileProviderItemFields, _ contents: URL?,
    _ completion: ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) {
    var item = base
    if fields.contains(.filename) { item.name = wished.filename }
    if fields.contains(.parentItemIdentifier) { item.parent = wished.parentItemIdentifier.rawValue }
    if fields.contains(.tagData) { item.tags = (wished.tagData ?? nil).map { String(decoding: $0, as: UTF8.self) } }
    if fields.contains(.lastUsedDate) { item.lastUsed = wished.lastUsedDate ?? nil }
    if fields.contains(.favoriteRank) { item.favoriteRank = (wished.favoriteRank ?? nil)?.intValue }
    if fields.contains(.contentModificationDate) { item.modified = wished.contentModificationDate ?? nil }
    if fields.contains(.creationDate) { item.created = wished.creationDate ?? nil }
    if item.kind == .symlink { item.target = wished.symlinkTargetPath ?? item.target }
    if let contents, let data = try? Data(contentsOf: contents) { item.contents = data }
    if let holder = tree.items.first(where: {
      $0.parent == item.parent && $0.name == item.name && $0.identifier != item.identifier
    }) {
      return completion(nil, [], false, NSError.fileProviderErrorForCollision(with: MemoryItemObject(holder)))
    }
    tree.put(item)
    completion(tree[item.identifier].map { MemoryItemObject($0) }, [], false, nil)
  }

  public func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress {
    let hasChildren = tree.items.contains { $0.parent == identifier.rawValue }
    if hasChildren && !options.contains(.recursive) {
      completionHandler(NSFileProviderError(.directoryNotEmpty))
    } else {
      tree.remove(identifier.rawValue)
      completionHandler(nil)
    }
    return Progress()
  }
}
