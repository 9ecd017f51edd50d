import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import Testing

/// Makes random changes through several openings of one store.
struct RandomHistory {
  let stores: [ItemStore]
  private var items: [ItemID] = []
  private var folders: [ItemID] = [.root]
  private var counter = 0

  init(stores: [ItemStore]) { self.stores = stores }

  /// A folder, for enumerating it.
  var someFolder: NSFileProviderItemIdentifier {
    folders.dropFirst().first.map { NSFileProviderItemIdentifier($0.description) } ?? .rootContainer
  }

  /// One change. What turns out to be impossible is not a failure: the histories are random.
  mutating func step(_ random: inout SeededGenerator) throws {
    guard let store = stores.randomElement(using: &random) else { return }
    counter += 1
    // Some are not valid UTF-8.
    let name = try FileName("item-\(counter)" + (counter % 4 == 0 ? "-\\xe9" : ""))
    let kind = Int.random(in: 0..<100, using: &random)
    let item = items.randomElement(using: &random)
    let folder = folders.randomElement(using: &random) ?? .root
    let author = ["a", "b"].randomElement(using: &random) ?? "a"
    let number = UInt16.random(in: 0...0o777, using: &random)
    var made: ItemAttributes?
    do throws(StoreError) {
      try store.change(author: author) { (transaction) throws(StoreError) in
        switch (kind, item) {
        case (0..<30, _), (_, nil):
          let kind: ItemKind = kind % 4 == 0 ? .folder : .file
          made = try transaction.create(
            NewItem(parent: folder, name: name, kind: kind, mode: number, owner: 0, group: 0))
        case (30..<45, let item?):
          try transaction.move(item, to: folder, name: name)
        case (45..<55, let item?):
          _ = try transaction.deleteTree(item, limit: 1000)
        case (55..<65, let item?):
          var changes = AttributeChanges()
          changes.mode = number
          try transaction.setAttributes(changes, of: item)
        case (65..<80, let item?):
          try transaction.changeMembership(of: item) { $0.favoriteRank = number % 3 == 0 ? nil : Int64(number) }
        case (80..<90, let item?):
          try transaction.trash(item, user: 0)
        case (_, let item?):
          try transaction.restore(item)
        }
      }
    } catch {
      let expected: Set<StoreError.Code> = [
        .noSuchItem, .exists, .invalidMove, .notFolder, .notEmpty, .isFolder,
      ]
      try #require(expected.contains(error.code), "\(error)")
    }
    if let made {
      items.append(made.id)
      if made.isFolder { folders.append(made.id) }
    }
  }
}

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
