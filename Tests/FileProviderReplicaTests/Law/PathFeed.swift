import FileProvider
@testable import FileProviderTesting
import Foundation
import Synchronization

/// What a provider that names its items by path has shown at each anchor. What has another path is gone, and something new is at the new one.
final class PathFeed: Sendable {
  let names: LawNames
  private let shown = Mutex<[Int: [String: MemoryItem]]>([:])

  init(_ names: LawNames) { self.names = names }

  /// The items by path, and the anchor of this very moment.
  func now() -> (items: [String: MemoryItem], anchor: Int) {
    let state = names.tree.state.withLock { $0 }
    let items = Dictionary(
      names.shown(state).values.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    shown.withLock { $0[state.generation] = items }
    return (items, state.generation)
  }

  /// The items by path at an anchor, and all paths that were shown since; `nil` where that is forgotten.
  func items(at anchor: Int) -> (items: [String: MemoryItem], since: Set<String>)? {
    guard names.tree.state.withLock({ $0.forgotten <= anchor }) else { return nil }
    return shown.withLock { shown in
      shown[anchor].map { ($0, shown.reduce(into: Set()) { if $1.key >= anchor { $0.formUnion($1.value.keys) } }) }
    }
  }
}

/// An enumerator of a provider that names its items by path.
final class PathEnumerator: NSObject, NSFileProviderEnumerator, Sendable {
  private let container: NSFileProviderItemIdentifier
  private let feed: PathFeed
  private let trace: LawTrace
  private static let pageSize = 3

  init(_ container: NSFileProviderItemIdentifier, _ feed: PathFeed, _ trace: LawTrace) {
    (self.container, self.feed, self.trace) = (container, feed, trace)
    super.init()
  }

  func invalidate() {}

  func enumerateItems(for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    let last = Int(String(decoding: page.rawValue, as: UTF8.self)) ?? 0
    let items = feed.now().items
    guard container == .rootContainer || items[container.rawValue] != nil else {
      return observer.finishEnumeratingWithError(NSFileProviderError(.noSuchItem))
    }
    let all = items.values.filter { $0.parent == container.rawValue && $0.serial > last }
    let some = all.sorted { $0.serial < $1.serial }.prefix(Self.pageSize)
    trace.note("list \(container.rawValue): \(some.map(\.identifier))")
    observer.didEnumerate(some.map { item($0) })
    let isLast = some.count == all.count
    observer.finishEnumerating(
      upTo: isLast ? nil : some.last.map { NSFileProviderPage(Data(String($0.serial).utf8)) })
  }

  func currentSyncAnchor(completionHandler: @escaping @Sendable (NSFileProviderSyncAnchor?) -> Void) {
    completionHandler(Self.anchor(feed.now().anchor))
  }

  func enumerateChanges(for observer: any NSFileProviderChangeObserver, from anchor: NSFileProviderSyncAnchor) {
    guard let number = Int(String(decoding: anchor.rawValue, as: UTF8.self)),
      let (before, since) = feed.items(at: number)
    else {
      return observer.finishEnumeratingWithError(NSFileProviderError(.syncAnchorExpired))
    }
    let (items, next) = feed.now()
    let changed = items.values.filter { before[$0.identifier] != $0 }
    if !changed.isEmpty { observer.didUpdate(changed.map { item($0) }) }
    let gone = since.filter { items[$0] == nil }
    if !gone.isEmpty { observer.didDeleteItems(withIdentifiers: gone.map { NSFileProviderItemIdentifier($0) }) }
    trace.note("changes \(number) to \(next): \(changed.map(\.identifier)), gone \(gone)")
    observer.finishEnumeratingChanges(upTo: Self.anchor(next), moreComing: false)
  }

  private func item(_ item: MemoryItem) -> PathItem {
    PathItem(item, contentVersion: feed.names.contentVersion(item))
  }

  private static func anchor(_ number: Int) -> NSFileProviderSyncAnchor {
    NSFileProviderSyncAnchor(Data(String(number).utf8))
  }
}
