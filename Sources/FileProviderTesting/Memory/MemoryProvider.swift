public import FileProviderInterface
import Synchronization
import UniformTypeIdentifiers

/// A provider whose store is a dictionary. It keeps the whole contract, and no more than that.
public final class MemoryProvider: NSObject, NSFileProviderReplicatedExtension, Sendable {
  /// What is in it. Change it, then ``signal()``.
  public let tree: MemoryTree
  /// The most items in a page and changes in a batch, whatever is suggested.
  public let pageSize: Int
  private let paging: MemoryPaging
  private let domain: NSFileProviderDomain
  private let counts = Mutex(Counts())

  private struct Counts {
    var live = 0
    var fetches = 0
    var materializedNotices = 0
    var pendingNotices = 0
    var isInvalidated = false
  }

  /// An empty provider.
  public convenience init(domain: NSFileProviderDomain) { self.init(domain: domain, tree: MemoryTree()) }

  /// A provider of a tree.
  ///
  /// - Parameters:
  ///   - domain: The domain that it serves.
  ///   - tree: What is in it. Several machines may share one.
  ///   - pageSize: The maximum number of items in a page.
  ///   - paging: Where a page begins.
  public init(
    domain: NSFileProviderDomain, tree: MemoryTree, pageSize: Int = 100, paging: MemoryPaging = .afterItem
  ) {
    self.domain = domain
    self.tree = tree
    self.pageSize = pageSize
    self.paging = paging
    super.init()
  }

  /// Enumerators that have been handed out and not been invalidated.
  public var liveEnumerators: Int { counts.withLock { $0.live } }
  /// How often contents were fetched.
  public var fetches: Int { counts.withLock { $0.fetches } }
  /// How often it was notified that what is on the machine, and what is pending there, has changed.
  public var materializedNotices: Int { counts.withLock { $0.materializedNotices } }
  public var pendingNotices: Int { counts.withLock { $0.pendingNotices } }
  public var isInvalidated: Bool { counts.withLock { $0.isInvalidated } }

  /// Tells the system that something changed.
  public func signal() {
    NSFileProviderManager(for: domain)?.signalEnumerator(for: .workingSet) { _ in }
  }

  public func invalidate() { counts.withLock { $0.isInvalidated = true } }

  public func materializedItemsDidChange(completionHandler: @escaping @Sendable () -> Void) {
    counts.withLock { $0.materializedNotices += 1 }
    completionHandler()
  }

  public func pendingItemsDidChange(completionHandler: @escaping @Sendable () -> Void) {
    counts.withLock { $0.pendingNotices += 1 }
    completionHandler()
  }

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
      paging: paging,
      onInvalidate: { [self, once = Once()] in
        if once.take() { counts.withLock { $0.live -= 1 } }
      })
  }

  public func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    if let item = tree[identifier.rawValue] ?? Self.container(identifier) {
      completionHandler(MemoryItemObject(item), nil)
    } else {
      completionHandler(nil, NSError.fileProviderErrorForNonExistentItem(withIdentifier: identifier))
    }
    return Progress()
  }

  /// The root, which is in no tree.
  private static func container(_ identifier: NSFileProviderItemIdentifier) -> MemoryItem? {
    identifier == .rootContainer ? .folder(MemoryItem.root, name: "memory") : nil
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
}
