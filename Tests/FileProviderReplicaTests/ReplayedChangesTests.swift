import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// A provider that replays all that has happened to an item since the anchor, in its order.
@Suite struct ReplayedChangesTests {
  @Test(arguments: [false, true])
  func `of an item that is deleted and updated in one batch what comes last counts`(isBack: Bool) async throws {
    let directory = try TestDirectory("replayed")
    let domain = NSFileProviderDomain(identifier: NSFileProviderDomainIdentifier("replayed"), displayName: "test")
    let tree = MemoryTree(ProviderScript.tree)
    let store = try ItemStore(directory: directory.url)
    let replica = Replica(
      store: store, extension: ReplayingProvider(MemoryProvider(domain: domain, tree: tree), isBack: isBack),
      domain: domain, logger: RecordedLog().logger, limits: .quick)
    try await replica.start()
    try await replica.synchronize(listsEverything: true)
    let before = try item("/folder/b", store)
    tree.change("folder") { $0.tags = "red" }
    try await replica.synchronize()
    #expect(before != nil)
    #expect(try item("/folder/b", store) == (isBack ? before : nil))
    await replica.stop()
  }

  private func item(_ path: String, _ store: ItemStore) throws -> ItemID? {
    try store.readCommitted { (reader) throws(StoreError) in try reader.resolve(path)?.id }
  }
}

private final class ReplayingProvider: NSObject, ForwardingProvider, Sendable {
  let base: MemoryProvider
  private let isBack: Bool

  init(_ base: MemoryProvider, isBack: Bool) {
    (self.base, self.isBack) = (base, isBack)
    super.init()
  }

  convenience init(domain: NSFileProviderDomain) { self.init(MemoryProvider(domain: domain), isBack: false) }

  func enumerator(
    for container: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator {
    ReplayingEnumerator(try base.enumerator(for: container, request: request), isBack: isBack)
  }
}

/// Reports of each changed item that it was deleted, too: before it was changed, or after that.
private final class ReplayingEnumerator: NSObject, NSFileProviderEnumerator {
  private let base: any NSFileProviderEnumerator
  private let isBack: Bool

  init(_ base: any NSFileProviderEnumerator, isBack: Bool) {
    (self.base, self.isBack) = (base, isBack)
    super.init()
  }

  func invalidate() { base.invalidate() }

  func enumerateItems(for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    base.enumerateItems(for: observer, startingAt: page)
  }

  func currentSyncAnchor(completionHandler: @escaping @Sendable (NSFileProviderSyncAnchor?) -> Void) {
    base.currentSyncAnchor(completionHandler: completionHandler)
  }

  func enumerateChanges(for observer: any NSFileProviderChangeObserver, from anchor: NSFileProviderSyncAnchor) {
    base.enumerateChanges(for: Replay(observer, isBack: isBack), from: anchor)
  }
}

private final class Replay: NSObject, NSFileProviderChangeObserver {
  private let base: any NSFileProviderChangeObserver
  private let isBack: Bool

  init(_ base: any NSFileProviderChangeObserver, isBack: Bool) {
    (self.base, self.isBack) = (base, isBack)
    super.init()
  }

  func didUpdate(_ updatedItems: [any NSFileProviderItemProtocol]) {
    let identifiers = updatedItems.map(\.itemIdentifier)
    if isBack { base.didDeleteItems(withIdentifiers: identifiers) }
    base.didUpdate(updatedItems)
    if !isBack { base.didDeleteItems(withIdentifiers: identifiers) }
  }

  func didDeleteItems(withIdentifiers deletedItemIdentifiers: [NSFileProviderItemIdentifier]) {
    base.didDeleteItems(withIdentifiers: deletedItemIdentifiers)
  }

  func finishEnumeratingChanges(upTo anchor: NSFileProviderSyncAnchor, moreComing: Bool) {
    base.finishEnumeratingChanges(upTo: anchor, moreComing: moreComing)
  }

  func finishEnumeratingWithError(_ error: any Error) { base.finishEnumeratingWithError(error) }
}
