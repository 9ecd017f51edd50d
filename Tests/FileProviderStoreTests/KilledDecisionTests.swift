import Foundation
import TestSupport
import Testing

@testable import FileProviderStore

/// What a provider says is gone is decided and removed in many transactions, and the process may be killed between any two of them.
@Suite struct KilledDecisionTests {
  /// Documents of a provider in one folder, some of which it says are gone.
  private struct Stage {
    let temporary: TemporaryStore
    let gone: [ItemID]
    let stays: [ItemID]

    /// - Parameters:
    ///   - gone: How many the provider says are gone.
    ///   - all: Of how many.
    init(gone count: Int, of all: Int = 500) throws {
      temporary = try TemporaryStore()
      let ids = try temporary.store.changeAsProvider(.standard) { (transaction) throws(StoreError) -> [ItemID] in
        try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
        var ids: [ItemID] = []
        for number in 0..<all {
          ids.append(try ApplyingEditor(transaction).apply(PushTablesTests.item("\(number)", "\(number)"), in: .root))
        }
        return ids
      }
      (gone, stays) = (Array(ids.prefix(count)), Array(ids.dropFirst(count)))
      try temporary.store.changeAsProvider(.standard) { [gone] (transaction) throws(StoreError) in
        for id in gone { try ReplicationEditor(transaction).noteGone(id) }
      }
    }

    /// The store as the next process finds it when this one is killed now.
    func killed() throws -> (store: ItemStore, place: TestDirectory) {
      let place = TestDirectory(adopting: TestDirectory.unused("killed"))
      try FileManager.default.copyItem(at: temporary.directory, to: place.url)
      return (try ItemStore(directory: place.url, pace: .onDemand), place)
    }
  }

  /// Stops after so many transactions.
  private final class Stop {
    private var left: Int
    private(set) var isReached = false
    init(after count: Int) { left = count }

    func isDue() -> Bool {
      left -= 1
      if left < 0 { isReached = true }
      return isReached
    }
  }

  private func ids(_ store: ItemStore, _ state: HeldState) throws -> [ItemID] {
    try store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).heldItems(state, limit: .max) }
  }

  private func present(_ ids: [ItemID], in store: ItemStore) throws -> [ItemID] {
    try store.readCommitted { (reader) throws(StoreError) in
      var present: [ItemID] = []
      for id in ids where try reader.item(id) != nil { present.append(id) }
      return present
    }
  }

  /// Kills the process after each number of transactions, until it comes to its end.
  private func eachKill(
    _ prepare: () throws -> Stage, _ work: (ItemStore, () -> Bool) throws -> Void,
    _ verify: (Stage, ItemStore) throws -> Void
  ) throws {
    for count in 0..<100 {
      let stage = try prepare()
      let stop = Stop(after: count)
      try work(stage.temporary.store, stop.isDue)
      let (store, place) = try stage.killed()
      // What is said after the decision is none of it.
      let late = try #require(stage.stays.first)
      try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
        try ReplicationEditor(transaction).noteGone(late)
      }
      try verify(stage, store)
      withExtendedLifetime(place) {}
      if !stop.isReached { return #expect(count > 4, "all was done in \(count) transactions") }
    }
    Issue.record("it has no end")
  }

  private func held() throws -> Stage {
    let stage = try Stage(gone: 450)
    #expect(try stage.temporary.store.decideOnDeletions(.standard)?.gone == 450)
    return stage
  }

  @Test func `a process killed while it removes what a user has accepted leaves the rest to the next`() throws {
    try eachKill {
      let stage = try held()
      #expect(try stage.temporary.store.beginDecision(.accepted)?.items == 450)
      return stage
    } _: { store, isStopped in
      try store.carryOutDeletions(.standard, isStopped: isStopped)
    } _: { stage, store in
      try store.carryOutDeletions(.standard)
      #expect(try present(stage.gone, in: store) == [])
      #expect(try present(stage.stays, in: store) == stage.stays)
      #expect(try ids(store, .held) == [] && ids(store, .accepted) == [])
      #expect(try ids(store, .reported) == [stage.stays[0]])
    }
  }

  /// Nothing of it is dataless in this way, so all of it is made again at once.
  @Test func `a process killed while it creates again what a user restores leaves the rest to the next`() throws {
    try eachKill {
      let stage = try held()
      try stage.temporary.store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
        for id in stage.gone { _ = try ApplyingEditor(transaction).emptyDataless(id) }
      }
      #expect(try stage.temporary.store.beginDecision(.restoring)?.items == 450)
      return stage
    } _: { store, isStopped in
      try store.carryOutDeletions(.standard, isStopped: isStopped)
    } _: { stage, store in
      try store.carryOutDeletions(.standard)
      #expect(try present(stage.gone, in: store) == stage.gone)
      #expect(try ids(store, .held) == [] && ids(store, .restoring) == [])
      #expect(try ids(store, .reported) == [stage.stays[0]])
      try store.readCommitted { (reader) throws(StoreError) in
        for id in stage.gone {
          #expect(try ProvidedReader(reader).provided(id) == nil)
          #expect(try ProvidedReader(reader).pending(id)?.options.contains(.isRestored) == true)
        }
      }
    }
  }

  /// Whoever stops a mount waits a few seconds for this, and a million may be held.
  @Test func `nothing is decided any more once it is stopped`() throws {
    let said = try Stage(gone: 450)
    let store = said.temporary.store
    let stop = Stop(after: 3)
    #expect(try store.decideOnDeletions(.standard, isStopped: stop.isDue) == nil)
    #expect(try ids(store, .held).count == 200)
    #expect(try ids(store, .reported).count == 250)
    let decided = try held()
    #expect(try decided.temporary.store.beginDecision(.accepted)?.items == 450)
    #expect(try decided.temporary.store.decideOnDeletions(.standard, isStopped: { true }) == nil)
    #expect(try ids(decided.temporary.store, .held).count == 450)
    // The next one goes on.
    #expect(try store.decideOnDeletions(.standard)?.gone == 450)
    #expect(try ids(store, .held) == said.gone)
  }

  /// A folder may have very much in it.
  @Test func `nothing is noted of what is in a folder that is gone once it is stopped`() throws {
    let temporary = try TemporaryStore()
    try temporary.store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
      let folder = try ApplyingEditor(transaction).apply(
        PushTablesTests.item("folder", "folder", kind: .folder), in: .root)
      for number in 0..<450 {
        try ApplyingEditor(transaction).apply(PushTablesTests.item("\(number)", "\(number)"), in: folder)
      }
      try ReplicationEditor(transaction).noteGone(folder)
    }
    let stop = Stop(after: 2)
    #expect(try temporary.store.decideOnDeletions(.standard, isStopped: stop.isDue) == nil)
    #expect(try ids(temporary.store, .reported).count == 201)
  }

  /// 240 of 1 000 need no user. No transaction takes all of them: others that write would wait for a million.
  @Test func `a process killed while it accepts what is not held leaves the rest to the next`() throws {
    let stage = try Stage(gone: 240, of: 1000)
    let stop = Stop(after: 2)
    #expect(try stage.temporary.store.decideOnDeletions(.standard, isStopped: stop.isDue) == nil)
    let (store, place) = try stage.killed()
    #expect(try ids(store, .accepted).count == 200)
    #expect(try ids(store, .reported).count == 40)
    #expect(try store.decideOnDeletions(.standard) == nil)
    try store.carryOutDeletions(.standard)
    #expect(try present(stage.gone, in: store) == [])
    #expect(try present(stage.stays, in: store) == stage.stays)
    withExtendedLifetime(place) {}
  }
}
