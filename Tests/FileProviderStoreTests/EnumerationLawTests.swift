import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// The law of the page “Enumerators”: listing at G, then changes from G, equals the present.
@Suite struct EnumerationLawTests {
  /// A consumer that lists with random page sizes and a fresh enumerator at each page, while a second opening of the store
  /// writes random changes, and then asks for changes in random batches, ends up with exactly what is there.
  @Test(arguments: 0..<12)
  func `a listing and the changes since it add up to the present`(run: Int) throws {
    let seed = RandomSeed.choose(run: run)
    var random = SeededGenerator(seed: seed)
    let temporary = try TemporaryStore()
    let other = try temporary.reopened()
    var history = RandomHistory(stores: [temporary.store, other])
    for _ in 0..<60 { try history.step(&random) }

    for container in [NSFileProviderItemIdentifier.rootContainer, .workingSet, .trashContainer, someFolder(history)] {
      var consumer = Consumer(store: temporary.store, container: container)
      try consumer.list(&random) { random in
        for _ in 0..<Int.random(in: 0...6, using: &random) { try history.step(&random) }
      }
      for _ in 0..<4 {
        for _ in 0..<Int.random(in: 0...30, using: &random) { try history.step(&random) }
        try consumer.catchUp(&random) { random in
          if Bool.random(using: &random) { try history.step(&random) }
        }
      }
      try consumer.catchUp(&random) { _ in }
      let present = try Consumer.present(in: container, temporary.store)
      #expect(consumer.known == present, "container \(container.rawValue), seed \(seed)")
    }
  }

  private func someFolder(_ history: RandomHistory) -> NSFileProviderItemIdentifier {
    history.someFolder == .root ? .rootContainer : NSFileProviderItemIdentifier(history.someFolder.description)
  }

  /// An item that is told as added was not known before, and one that is told as changed or deleted was. This holds over any batches, for every kind
  /// of container.
  @Test(arguments: 0..<8)
  func `an event says what the reader did not know`(run: Int) throws {
    let seed = RandomSeed.choose(run: run)
    var random = SeededGenerator(seed: seed)
    let temporary = try TemporaryStore()
    var history = RandomHistory(stores: [temporary.store])
    let scopes: [ChangeScope] = [.everything, .workingSet, .children(.root), .children(.trash)]
    var known: [ChangeScope: Set<ItemID>] = [:]
    var since = Generation.zero
    for _ in 0..<8 {
      for _ in 0..<Int.random(in: 0...40, using: &random) { try history.step(&random) }
      for scope in scopes {
        let batch = Int.random(in: 1...5, using: &random)
        for change in try temporary.changes(scope, since: since, batch: batch) {
          let isKnown = known[scope, default: []].contains(change.item)
          #expect(isKnown == (change.event != .add), "\(change.event) of \(change.item) in \(scope)")
          if change.event == .delete {
            known[scope]?.remove(change.item)
          } else {
            known[scope, default: []].insert(change.item)
          }
        }
      }
      since = try temporary.generation()
    }
  }

  /// Setting a value that is already set logs nothing, and the rename of a folder is one event however much is below it.
  @Test func `identical writes leave no trace and a rename is one event`() throws {
    let temporary = try TemporaryStore()
    let folder = try temporary.create("folder", kind: .folder)
    let file = try temporary.create("file", in: folder)
    let before = try temporary.generation()
    try temporary.change { (transaction) throws(StoreError) in
      var changes = AttributeChanges()
      changes.mode = 0o644
      try transaction.setAttributes(changes, of: file)
      try TreeEditor(transaction).move(file, to: folder, name: try FileName("file"))
      try TreeEditor(transaction).changeMembership(of: file) { $0.pinned = false }
    }
    #expect(try temporary.generation() == before)
    try temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).move(folder, to: .root, name: try FileName("renamed"))
    }
    let changes = try temporary.changes(.everything, since: before)
    #expect(changes.count == 1)
    #expect(changes.first?.previousPlace?.name.spelling == "folder")
    #expect(
      try temporary.store.readCommitted { (reader) throws(StoreError) in try reader.path(of: file) } == "/renamed/file")
  }

  /// An item that was created and deleted since the anchor is not told, one that was changed often is told once, and every batch advances.
  @Test func `changes are coalesced over any number of batches`() throws {
    let temporary = try TemporaryStore()
    let kept = try temporary.create("kept")
    let start = try temporary.generation()
    for number in 0..<50 {
      let passing = try temporary.create("passing-\(number)")
      try temporary.change { (transaction) throws(StoreError) in
        var changes = AttributeChanges()
        changes.mode = UInt16(0o600 + number % 8)
        try transaction.setAttributes(changes, of: kept)
        try TreeEditor(transaction).delete(passing)
      }
    }
    for batch in [1, 3, 1000] {
      let changes = try temporary.changes(.everything, since: start, batch: batch)
      #expect(changes.map(\.item) == [kept])
      #expect(changes.map(\.event) == [.update])
    }
    #expect(try temporary.changes(.everything, since: start, coalesced: false).count > 100)
  }

  /// A change by an excluded author does not hide one by another author.
  @Test func `an excluded author hides only its own changes`() throws {
    let temporary = try TemporaryStore()
    let file = try temporary.create("file")
    let start = try temporary.generation()
    var changes = AttributeChanges()
    changes.mode = 0o600
    try temporary.change(author: "a") { (transaction) throws(StoreError) in
      try transaction.setAttributes(changes, of: file)
    }
    changes.mode = 0o640
    try temporary.change(author: "b") { (transaction) throws(StoreError) in
      try transaction.setAttributes(changes, of: file)
    }
    #expect(try temporary.changes(.everything, since: start, excluding: ["b"]).map(\.event) == [.update])
    #expect(try temporary.changes(.everything, since: start, excluding: ["a", "b"]).isEmpty)
  }

  /// An anchor or a page has expired when the change log does not reach back to it.
  @Test func `tokens older than the log expire`() throws {
    let temporary = try TemporaryStore(retention: 100)
    for number in 0..<20 { try temporary.create("early-\(number)") }
    let enumerator = try temporary.store.enumerator(for: .rootContainer)
    let page = ItemCollector(pageSize: 5)
    enumerator.enumerateItems(for: page, startingAt: NSFileProviderPage.initialPageSortedByName as NSFileProviderPage)
    let next = try #require(page.next)
    let anchor = try #require(enumerator.anchorNow())
    for number in 0..<3000 { try temporary.create("late-\(number)") }
    let items = ItemCollector(pageSize: 5)
    enumerator.enumerateItems(for: items, startingAt: next)
    #expect(items.error?.code == NSFileProviderError.Code.pageExpired.rawValue)
    let changes = ChangeCollector(batchSize: 5)
    enumerator.enumerateChanges(for: changes, from: anchor)
    #expect(changes.error?.code == NSFileProviderError.Code.syncAnchorExpired.rawValue)
    #expect(changes.error?.domain == NSFileProviderErrorDomain)
  }

  /// A foreign, damaged or cut token is answered with an expiry, at every place it can be damaged.
  @Test func `a damaged token never leads to a list`() throws {
    let temporary = try TemporaryStore()
    let enumerator = try temporary.store.enumerator(for: .rootContainer)
    let anchor = try #require(enumerator.anchorNow())
    #expect(anchor.rawValue.count <= 500)
    for index in anchor.rawValue.indices {
      var bytes = anchor.rawValue
      bytes[index] ^= 0x40
      let changes = ChangeCollector(batchSize: 5)
      enumerator.enumerateChanges(for: changes, from: NSFileProviderSyncAnchor(bytes))
      #expect(changes.error?.code == NSFileProviderError.Code.syncAnchorExpired.rawValue)
    }
    let elsewhere = try TemporaryStore()
    let foreign = try elsewhere.store.enumerator(for: .rootContainer).anchorNow()
    let changes = ChangeCollector(batchSize: 5)
    enumerator.enumerateChanges(for: changes, from: try #require(foreign))
    #expect(changes.error?.code == NSFileProviderError.Code.syncAnchorExpired.rawValue)
  }

  /// The frontend's rows and a foreign observer's items are the same.
  @Test func `both faces of an enumerator deliver the same`() throws {
    let temporary = try TemporaryStore()
    for number in 0..<50 { try temporary.create("file-\(number)") }
    let enumerator = try temporary.store.enumerator(for: .rootContainer)
    let page = ItemCollector(pageSize: 100)
    enumerator.enumerateItems(for: page, startingAt: NSFileProviderPage.initialPageSortedByDate as NSFileProviderPage)
    var rows: [ItemRecord] = []
    try temporary.store.readCommitted { (reader) throws(StoreError) in
      try enumerator.forEachRow(after: .none, reader: reader) { item, name in
        rows.append(ItemRecord(attributes: copy item, name: FileName(stored: name)))
        return true
      }
    }
    #expect(rows == page.items.map(\.record))
    #expect(rows.count == 50)
  }

  /// An enumerator counts as alive until it is invalidated, once.
  @Test func `invalidating ends an enumerator once`() throws {
    let temporary = try TemporaryStore()
    let enumerator = try temporary.store.enumerator(for: .rootContainer)
    #expect(temporary.store.liveEnumerators[.root] == 1)
    enumerator.invalidate()
    enumerator.invalidate()
    #expect(temporary.store.liveEnumerators[.root] == 0)
  }
}

extension StoreEnumerator {
  /// The anchor of now.
  func anchorNow() -> NSFileProviderSyncAnchor? {
    final class Box: @unchecked Sendable { var anchor: NSFileProviderSyncAnchor? }
    let box = Box()
    currentSyncAnchor { box.anchor = $0 }
    return box.anchor
  }
}
