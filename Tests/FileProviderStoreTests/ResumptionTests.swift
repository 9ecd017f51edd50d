import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// Readers of changes that are killed after some line and come back with an anchor that knows less than they were told.
@Suite struct ResumptionTests {
  /// A reader that is killed after any line, and comes back with any earlier anchor, ends with the present state.
  @Test(arguments: 0..<16)
  func `a reader killed after any line ends with the present`(run: Int) throws {
    let seed = RandomSeed.choose(run: run)
    var random = SeededGenerator(seed: seed)
    let temporary = try TemporaryStore()
    var history = RandomHistory(stores: [temporary.store])
    let scopes: [ChangeScope] = [.everything, .workingSet, .children(.root), .children(.trash)]
    for _ in 0..<20 { try history.step(&random) }
    let readers = scopes.map { ToldItems(temporary.store, $0) }
    for _ in 0..<12 {
      for _ in 0..<Int.random(in: 0...25, using: &random) { try history.step(&random) }
      for reader in readers { try reader.read(killedAfter: Int.random(in: 0...12, using: &random), &random) }
    }
    for reader in readers {
      try reader.read(killedAfter: nil, &random)
      let present = try reader.present()
      #expect(reader.known == present, "\(reader.scope), seed \(seed)")
    }
  }

  /// An observer that continues from its anchor is not told of items that were created and deleted in between; one that comes back later is.
  @Test func `only an observer that comes back is told of what came and went`() throws {
    let temporary = try TemporaryStore()
    let enumerator = try temporary.store.enumerator(for: .rootContainer)
    let start = try #require(enumerator.anchorNow())
    let observer = ChangeCollector(batchSize: 100)
    enumerator.enumerateChanges(for: observer, from: start)
    let handed = try #require(observer.anchor)
    let passing = try temporary.create("passing")
    try temporary.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(passing) }
    enumerator.enumerateChanges(for: observer, from: handed)
    #expect(observer.deleted.isEmpty && observer.updated.isEmpty)
    let another = ChangeCollector(batchSize: 100)
    enumerator.enumerateChanges(for: another, from: handed)
    #expect(another.deleted.map(\.rawValue) == [passing.description])
    enumerator.enumerateChanges(for: observer, from: start)
    #expect(observer.deleted.map(\.rawValue) == [passing.description])
  }
}

/// What a reader has been told over all its lives.
private final class ToldItems {
  private let store: ItemStore
  let scope: ChangeScope
  private(set) var known: [ItemID: String] = [:]
  /// The anchors of all that it was told, the oldest first. It may come back with any of them; what came later is then told again.
  private var anchors: [ContinuationToken] = []

  init(_ store: ItemStore, _ scope: ChangeScope) {
    self.store = store
    self.scope = scope
  }

  /// A life of the reader, from an anchor of an earlier one.
  ///
  /// - Parameter limit: How many lines it is told before it is killed; `nil` for all.
  func read(killedAfter limit: Int?, _ random: inout SeededGenerator) throws {
    var request = ChangeHistoryRequest(start: .beginning, scope: scope)
    if let kept = anchors.indices.randomElement(using: &random) {
      request.start = .token(anchors[kept])
      anchors.removeSubrange((kept + 1)...)
    }
    request.batchSize = Int.random(in: 1...6, using: &random)
    let history = try ChangeHistory(store: store, request: request)
    let life = ReaderLife(known: known, limit: limit)
    while !life.hasEnded, try history.next(life) {}
    known = life.known
    if life.hasDroppedEverything { anchors = [] }
    anchors += life.anchors
  }

  /// What is there now.
  func present() throws -> [ItemID: String] {
    let life = ReaderLife(known: [:], limit: nil)
    let history = try ChangeHistory(store: store, request: ChangeHistoryRequest(start: .beginning, scope: scope))
    while try history.next(life) {}
    return life.known
  }
}

/// A life of a reader: it ends after some lines.
private final class ReaderLife: ChangeHistoryVisitor {
  private(set) var known: [ItemID: String]
  private(set) var anchors: [ContinuationToken] = []
  private(set) var hasDroppedEverything = false
  private(set) var hasEnded = false
  private var left: Int?

  init(known: [ItemID: String], limit: Int?) {
    self.known = known
    left = limit
  }

  func visitDropEverything(at generation: Generation, resume: ContinuationToken) {
    if hasEnded { return }
    known = [:]
    hasDroppedEverything = true
    anchors = [resume]
  }

  func visitAdd(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) {
    tell(change, resume)
  }

  func visitUpdate(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) {
    tell(change, resume)
  }

  func visitDelete(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) {
    tell(change, resume)
  }

  func visitAnchor(_ token: ContinuationToken, at generation: Generation) {
    if !hasEnded { anchors.append(token) }
  }

  private func tell(_ change: ItemChange, _ resume: ContinuationToken) {
    if left == 0 { hasEnded = true }
    if hasEnded { return }
    if let left { self.left = left - 1 }
    if change.event == .delete {
      known[change.item] = nil
    } else {
      known[change.item] = "\(change.parent) \(change.name)"
    }
    anchors.append(resume)
  }
}
