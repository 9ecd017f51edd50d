import FileProvider
import FileProviderStore
import Foundation
import TestSupport
import Testing

/// A reader that lists a container and follows its changes.
struct Consumer {
  let store: ItemStore
  let container: NSFileProviderItemIdentifier
  private(set) var known: [NSFileProviderItemIdentifier: String] = [:]
  private var anchor: NSFileProviderSyncAnchor?

  init(store: ItemStore, container: NSFileProviderItemIdentifier) {
    self.store = store
    self.container = container
  }

  /// What identifies an item and how it is now.
  private static func state(_ item: StoredItem) -> String {
    "\(item.parentItemIdentifier.rawValue)/\(item.filename) \(item.record.attributes.mode) \(item.favoriteRank ?? 0)"
  }

  /// Lists the container, a fresh enumerator for each page.
  mutating func list(
    _ random: inout SeededGenerator, meanwhile: (inout SeededGenerator) throws -> Void
  ) throws {
    guard let first = try? store.enumerator(for: container) else { return }
    anchor = first.anchorNow()
    first.invalidate()
    var page: NSFileProviderPage? = NSFileProviderPage.initialPageSortedByName as NSFileProviderPage
    while let current = page {
      guard let enumerator = try? store.enumerator(for: container) else { return }
      let collector = ItemCollector(pageSize: Int.random(in: 1...7, using: &random))
      enumerator.enumerateItems(for: collector, startingAt: current)
      enumerator.invalidate()
      try #require(collector.error == nil)
      for item in collector.items {
        #expect(known[item.itemIdentifier] == nil, "listed twice")
        known[item.itemIdentifier] = Self.state(item)
      }
      #expect(collector.items.count <= collector.suggestedPageSize)
      page = collector.next
      try meanwhile(&random)
    }
  }

  /// Follows the changes until there are no more.
  mutating func catchUp(
    _ random: inout SeededGenerator, meanwhile: (inout SeededGenerator) throws -> Void
  ) throws {
    var more = true
    while more, let from = anchor {
      guard let enumerator = try? store.enumerator(for: container) else {
        known = [:]
        return
      }
      let collector = ChangeCollector(batchSize: Int.random(in: 1...7, using: &random))
      enumerator.enumerateChanges(for: collector, from: from)
      enumerator.invalidate()
      try #require(collector.error == nil)
      for item in collector.updated { known[item.itemIdentifier] = Self.state(item) }
      for identifier in collector.deleted { known[identifier] = nil }
      if collector.moreComing { #expect(collector.anchor != from, "a batch must advance") }
      anchor = collector.anchor
      more = collector.moreComing
      if more { try meanwhile(&random) }
    }
  }

  /// What is in a container now.
  static func present(
    in container: NSFileProviderItemIdentifier, _ store: ItemStore
  ) throws -> [NSFileProviderItemIdentifier: String] {
    guard let enumerator = try? store.enumerator(for: container) else { return [:] }
    let collector = ItemCollector(pageSize: 1_000_000)
    enumerator.enumerateItems(
      for: collector, startingAt: NSFileProviderPage.initialPageSortedByName as NSFileProviderPage)
    return Dictionary(uniqueKeysWithValues: collector.items.map { ($0.itemIdentifier, state($0)) })
  }
}
