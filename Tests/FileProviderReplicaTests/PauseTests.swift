import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import FileProviderReplica

/// While a domain is paused nothing is uploaded, and only what programs wait for is downloaded.
@Suite struct PauseTests {
  private func stage(_ faults: [Fault] = []) async throws -> ReplicaStage {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: faults))
    try await stage.replica.synchronize(listsEverything: true)
    return stage
  }

  private func pin(_ path: String, _ stage: ReplicaStage) throws {
    try stage.change(path) { (transaction, id) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: id) { $0.pinned = true }
    }
  }

  private func isHere(_ path: String, _ stage: ReplicaStage) throws -> Bool {
    try stage.item(path)?.flags.contains(.dataless) == false
  }

  /// Waits until the replica has seen what was changed, and could have done something about it.
  private func settle(_ stage: ReplicaStage) async throws {
    #expect(
      try await eventually { () throws -> Bool in
        stage.replica.pushNow()
        return try stage.waiting().contains { $0.state == .ready }
      })
    try await stage.replica.synchronize()
    try await Task.sleep(for: .milliseconds(100))
  }

  @Test func `nothing is uploaded or downloaded ahead before it ends, and what a program reads comes`() async throws {
    let stage = try await stage()
    try stage.setPause(TransferPause())
    try stage.make("/new", "text")
    try stage.make("/newer", kind: .folder)
    try pin("/folder", stage)
    stage.tree.put(MemoryItem("theirs", contents: "theirs\n"))
    try await settle(stage)
    #expect(try stage.names("/").contains("theirs"), "the provider's changes arrive")
    #expect(stage.provided("/new") == nil && stage.provided("/newer") == nil && stage.provider.base.fetches == 0)
    #expect(try await stage.read("/a") == "alpha\n")
    // Another process keeps to it, too.
    try await stage.restart()
    try await settle(stage)
    #expect(stage.provided("/new") == nil && stage.provider.base.fetches == 1)
    try stage.setPause(nil)
    #expect(try await stage.push())
    #expect(stage.providedText("/new") == "text" && stage.provided("/newer") != nil)
    #expect(try await eventually { try isHere("/folder/b", stage) })
    await stage.stop()
  }

  @Test func `one with an end is over by itself, also when its process ends`() async throws {
    let stage = try await stage()
    let end = Timestamp(rawValue: Timestamp.now.rawValue + 1_500_000_000)
    try stage.setPause(TransferPause(end: end))
    try stage.make("/new", "text")
    try pin("/folder", stage)
    try await stage.restart()
    #expect(
      try await eventually {
        let isThere = stage.provided("/new") != nil
        return isThere || Timestamp.now > end
      })
    #expect(Timestamp.now > end, "uploaded before the end")
    #expect(try await eventually { stage.providedText("/new") == "text" })
    #expect(try await eventually { try isHere("/folder/b", stage) })
    await stage.stop()
  }

  /// Of one that is cancelled many servers keep a part, in place of the document.
  @Test func `an upload in progress is completed, and no other begins`() async throws {
    let stage = try await stage([Fault(.waiting, in: .create, times: 1)])
    try stage.make("/new", "text")
    #expect(try await eventually { stage.provider.heldCount == 1 })
    try stage.setPause(TransferPause())
    try stage.make("/other", "text")
    stage.provider.release()
    #expect(try await eventually { stage.providedText("/new") == "text" })
    try await settle(stage)
    #expect(stage.provided("/other") == nil && stage.provider.cancelledCount == 0)
    try stage.setPause(nil)
    #expect(try await stage.push())
    #expect(stage.providedText("/other") == "text")
    await stage.stop()
  }

  @Test func `a download ahead is cancelled, unless a program waits for it by now`() async throws {
    let stage = try await stage([Fault(.held, in: .fetch, of: "b"), Fault(.held, in: .fetch, of: "c")])
    let hasRead = Monitor(false)
    try pin("/folder", stage)
    #expect(try await eventually { stage.provider.heldCount == 2 })
    _ = stage.replica.begin(.contents(try stage.id("/folder/b"))) { _ in hasRead.withLock { $0 = true } }
    try stage.setPause(TransferPause())
    #expect(try await eventually { stage.provider.cancelledCount == 1 })
    stage.provider.release()
    #expect(try await eventually { hasRead.read { $0 } })
    #expect(try isHere("/folder/b", stage) && !isHere("/folder/c", stage))
    try stage.setPause(nil)
    #expect(
      try await eventually { () throws -> Bool in
        stage.provider.release()
        return try isHere("/folder/c", stage)
      })
    await stage.stop()
  }

  @Test func `what was held back goes on when it ends, however long the look before took`() async throws {
    let stage = try await stage([Fault(.held, in: .fetch, of: "b")])
    try pin("/folder", stage)
    #expect(try await eventually { stage.provider.heldCount == 1 })
    try await Task.sleep(for: .seconds(3))
    try stage.setPause(TransferPause())
    #expect(try await eventually { stage.provider.cancelledCount == 1 })
    try stage.setPause(nil)
    let hasCome = try await eventually(seconds: 25) { () throws -> Bool in
      stage.provider.release()
      return try isHere("/folder/b", stage)
    }
    #expect(hasCome)
    await stage.stop()
  }

  @Test func `what the provider reported while it could not be written is asked for`() async throws {
    let stage = try await stage()
    try stage.setPause(TransferPause())
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).markStale(for: "a")
    }
    let isOver = try await eventually(seconds: 20) { () throws -> Bool in
      stage.replica.pushNow()
      return try stage.store.readCommitted { (reader) throws(StoreError) in
        try ReplicationReader(reader).staleIdentifiers(limit: 1).isEmpty
      }
    }
    #expect(isOver)
    await stage.stop()
  }

  @Test(.timeLimit(.minutes(1))) func `who waits for an upload is told why there is none`() async throws {
    let stage = try await stage()
    let manager = try #require(NSFileProviderManager(for: stage.domain))
    try stage.setPause(TransferPause())
    try await manager.waitForStabilization()
    try stage.make("/new", "text")
    for wait in [
      { try await manager.waitForStabilization() }, { try await manager.waitForChanges(below: .rootContainer) },
    ] {
      let error = await #expect(throws: NSError.self) { try await wait() }
      #expect(error?.code == NSFileProviderError.Code.cannotSynchronize.rawValue)
      #expect(error?.localizedDescription == "not uploaded: the domain is paused")
    }
    try stage.setPause(nil)
    try await manager.waitForStabilization()
    #expect(stage.providedText("/new") == "text")
    await stage.stop()
  }

  @Test func `one that begins later than now was made by a wrong clock, and is over`() async throws {
    let stage = try await stage()
    func stored(_ pause: TransferPause) throws -> TransferPause? {
      try stage.setPause(pause)
      return try stage.store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).transferPause() }
    }
    let hour: Int64 = 3_600_000_000_000
    let now = Timestamp.now
    func time(_ hours: Int64) -> Timestamp { Timestamp(rawValue: now.rawValue + hours * hour) }
    let running = TransferPause(begin: time(-1), end: time(1))
    #expect(try stored(running) == running && stage.replica.isRestrained)
    #expect(try stored(TransferPause(begin: time(1), end: time(2))) == nil && !stage.replica.isRestrained)
    #expect(try stored(TransferPause(begin: time(-2), end: time(-1))) == nil)
    #expect(
      try stored(TransferPause(begin: time(1)))?.end == nil && stage.replica.isRestrained, "only the user ends it")
    await stage.stop()
  }

  @Test func `a metered network restrains as a pause does, unless the user wants everything there`() async throws {
    let stage = try await stage()
    stage.replica.noteNetwork(isMetered: true)
    try stage.make("/new", "text")
    try await settle(stage)
    #expect(stage.provided("/new") == nil && stage.replica.isRestrainedByNetwork)
    #expect(try await stage.read("/a") == "alpha\n")
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try PendingEditor(transaction).setUsesMeteredNetworks(true)
    }
    try stage.replica.readSettings()
    #expect(try await stage.push())
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try PendingEditor(transaction).setUsesMeteredNetworks(false)
    }
    try stage.replica.readSettings()
    try stage.make("/other", "text")
    try await settle(stage)
    #expect(stage.provided("/new") != nil && stage.provided("/other") == nil)
    stage.replica.noteNetwork(isMetered: false)
    #expect(try await stage.push())
    #expect(stage.provided("/other") != nil)
    await stage.stop()
  }
}
