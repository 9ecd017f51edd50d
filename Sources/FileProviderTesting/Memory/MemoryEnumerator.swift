public import FileProviderInterface
import Synchronization

/// An enumerator over one container of a ``MemoryTree``.
///
/// It shows what is there now, in the order of creation, so a page's key is the serial of the last item; and it reports
/// changes from the history, coalesced within a batch. Its working set is the whole tree.
public final class MemoryEnumerator: NSObject, NSFileProviderEnumerator, Sendable {
  private enum Scope: Sendable {
    case children(String)
    case document(String)
    case everything
  }

  private let tree: MemoryTree
  private let scope: Scope
  /// What is in the tokens.
  private let name: String
  /// The most items in a page, or changes in a batch, whatever the observer suggests.
  private let pageSize: Int
  private let paging: MemoryPaging
  private let onInvalidate: @Sendable () -> Void

  init(
    tree: MemoryTree, container: NSFileProviderItemIdentifier, isDocument: Bool, pageSize: Int,
    paging: MemoryPaging,
    onInvalidate: @escaping @Sendable () -> Void
  ) {
    self.tree = tree
    self.pageSize = pageSize
    self.paging = paging
    self.onInvalidate = onInvalidate
    name = container.rawValue
    scope = container == .workingSet ? .everything : isDocument ? .document(name) : .children(name)
    super.init()
  }

  public func invalidate() { onInvalidate() }

  private func isIn(_ item: MemoryItem) -> Bool {
    switch scope {
    case .children(let parent): item.parent == parent
    case .document(let identifier): item.identifier == identifier
    case .everything: true
    }
  }

  private func wasIn(_ change: MemoryTree.Change) -> Bool {
    switch scope {
    case .children(let parent): change.before == parent
    case .document(let identifier): change.identifier == identifier
    case .everything: true
    }
  }

  private func concerns(_ change: MemoryTree.Change) -> Bool {
    if case .children(let parent) = scope { return change.before == parent || change.after == parent }
    return wasIn(change)
  }

  // MARK: Items

  public func enumerateItems(for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    var position = 0
    let initial = [
      NSFileProviderPage.initialPageSortedByName as Data, NSFileProviderPage.initialPageSortedByDate as Data,
    ]
    if !initial.contains(page.rawValue) {
      guard let token = MemoryToken(page.rawValue, kind: .page, signature: tree.signature, scope: name) else {
        return observer.finishEnumeratingWithError(NSFileProviderError(.pageExpired))
      }
      position = token.position
    }
    let limit = max(1, min(observer.suggestedPageSize ?? pageSize, pageSize))
    var all: [MemoryItem] = []
    if case .document = scope {} else { all = tree.items.filter(isIn) }
    let found: ArraySlice<MemoryItem>
    switch paging {
    case .afterItem: found = all.filter { $0.serial > position }[...]
    case .byOffset: found = all.sorted { $0.name < $1.name }.dropFirst(position)
    case .ofSnapshot:
      if position == 0 { position = tree.keepSnapshot(all) }
      found = tree.snapshot(position)
    }
    let items = found.prefix(limit)
    if !items.isEmpty { observer.didEnumerate(items.map { MemoryItemObject($0) }) }
    guard items.count < found.count, let last = items.last else { return observer.finishEnumerating(upTo: nil) }
    let end = paging == .afterItem ? last.serial : position + items.count
    let next = MemoryToken(kind: .page, signature: tree.signature, scope: name, position: end)
    observer.finishEnumerating(upTo: NSFileProviderPage(next.data))
  }

  // MARK: Changes

  public func currentSyncAnchor(completionHandler: @escaping @Sendable (NSFileProviderSyncAnchor?) -> Void) {
    completionHandler(anchor(tree.state.withLock { $0.generation }))
  }

  public func enumerateChanges(
    for observer: any NSFileProviderChangeObserver, from syncAnchor: NSFileProviderSyncAnchor
  ) {
    let limit = max(1, min(observer.suggestedBatchSize ?? pageSize, pageSize))
    let state = tree.state.withLock { $0 }
    guard let token = MemoryToken(syncAnchor.rawValue, kind: .anchor, signature: tree.signature, scope: ""),
      (state.forgotten...state.generation).contains(token.position)
    else { return observer.finishEnumeratingWithError(NSFileProviderError(.syncAnchorExpired)) }
    let new = state.history.filter { $0.generation > token.position && concerns($0) }
    let batch = new.prefix(limit)
    var reported: Set<String> = []
    var updated: [MemoryItemObject] = []
    var deleted: [NSFileProviderItemIdentifier] = []
    for change in batch where reported.insert(change.identifier).inserted {
      if let item = state.items[change.identifier], isIn(item) {
        updated.append(MemoryItemObject(item))
      } else {
        deleted.append(NSFileProviderItemIdentifier(change.identifier))
      }
    }
    if !updated.isEmpty { observer.didUpdate(updated) }
    if !deleted.isEmpty { observer.didDeleteItems(withIdentifiers: deleted) }
    let more = batch.count < new.count
    let position = more ? batch.last?.generation ?? state.generation : state.generation
    observer.finishEnumeratingChanges(upTo: anchor(position), moreComing: more)
  }

  private func anchor(_ generation: Int) -> NSFileProviderSyncAnchor {
    NSFileProviderSyncAnchor(
      MemoryToken(kind: .anchor, signature: tree.signature, scope: "", position: generation).data)
  }
}
