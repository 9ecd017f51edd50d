import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import Glibc
import LinuxSystem
import Logging
import TestSupport
import Testing

/// When a provider reports a mass deletion, nothing is removed before the user has decided.
@Suite struct MassDeletionTests {
  /// Documents in the root and in two folders, all of them listed here.
  private func stage(
    _ faults: [Fault] = [], documents: Int = 90, pageSize: Int = 40, limits: ReplicaLimits = .quick
  ) async throws -> ReplicaStage {
    var items = [MemoryItem.folder("one"), MemoryItem.folder("two"), MemoryItem("stays", contents: "stays")]
    for number in 0..<documents {
      items.append(MemoryItem("a\(number)", in: "one", contents: "a \(number)"))
      items.append(MemoryItem("b\(number)", in: "two", contents: "b \(number)"))
    }
    let stage = try await ReplicaStage(ProviderScript(items: items, faults: faults, pageSize: pageSize), limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    return stage
  }

  private func held(_ stage: ReplicaStage) throws -> Int64 {
    try stage.store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).heldDeletions()?.items }
      ?? 0
  }

  private func count(_ stage: ReplicaStage) throws -> (one: Int, two: Int) {
    (try stage.names("/one").count, try stage.names("/two").count)
  }

  /// Everything of `one`, and half of `two`, in changes of many batches.
  private func removeMost(_ stage: ReplicaStage) {
    for number in 0..<90 { stage.tree.remove("a\(number)") }
    for number in 0..<45 { stage.tree.remove("b\(number)") }
  }

  @Test func `a mass deletion is held, and everything stays as it was`() async throws {
    let stage = try await stage()
    #expect(try await stage.read("/one/a1") == "a 1")
    removeMost(stage)
    stage.tree.put(MemoryItem("new", in: "two", contents: "new"))
    stage.tree.change("stays") { $0.contents = Data("changed".utf8) }
    try await stage.replica.synchronize()
    #expect(try count(stage) == (90, 91))
    #expect(try held(stage) == 135)
    #expect(try await stage.read("/one/a1") == "a 1")
    #expect(try await stage.read("/two/new") == "new")
    #expect(try await stage.read("/stays") == "changed")
    // What is not here and cannot be had is an error, and no reason to remove it.
    #expect(await stage.failure { _ = try await stage.read("/one/a2") } == ENOENT)
    #expect(try stage.item("/one/a2") != nil)
    #expect(stage.log.messages(.notice).count { $0.contains("deleted 135 of 184 items") } == 1, "\(stage.log.text)")
    try await expectWhole(stage)
  }

  @Test func `a hold outlives the process`() async throws {
    let stage = try await stage()
    removeMost(stage)
    try await stage.replica.synchronize()
    try await stage.restart()
    try await stage.replica.synchronize(listsEverything: true)
    stage.expireAnchors()
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try count(stage) == (90, 90))
    #expect(try held(stage) == 135)
    try await expectWhole(stage)
  }

  /// It is gone, as far as the provider is concerned: each round would ask for it, and be followed by another.
  @Test func `a folder that waits for the user's decision is not listed`() async throws {
    let stage = try await stage()
    removeMost(stage)
    stage.tree.remove("one")
    try await stage.replica.synchronize()
    let before = stage.provider.count(.enumerator, of: "one")
    stage.expireAnchors()
    try await stage.replica.synchronize()
    #expect(stage.provider.count(.enumerator, of: "one") == before)
    #expect(try held(stage) == 136)
    try await expectWhole(stage)
  }

  @Test func `what a listing lacks counts together with what all others lack`() async throws {
    let stage = try await stage([Fault(.nothing, in: .anchor)], pageSize: 100)
    for number in 0..<70 { for letter in ["a", "b"] { stage.tree.remove("\(letter)\(number)") } }
    try await stage.replica.synchronize()
    #expect(try count(stage) == (90, 90))
    #expect(try held(stage) == 140)
    try await expectWhole(stage)
  }

  @Test func `a folder counts with all that is in it`() async throws {
    let stage = try await stage(documents: 0)
    stage.tree.put(MemoryItem.folder("deep", in: "one"))
    for number in 0..<150 { stage.tree.put(MemoryItem("d\(number)", in: "deep")) }
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try stage.names("/one/deep").count == 150)
    // Its server does not know it any more, as a listing shows.
    stage.provider.base.tree.remove("one")
    let id = try stage.id("/one")
    try stage.replica.state.removeHere(id)
    #expect(try await eventually { try self.held(stage) == 152 })
    #expect(try stage.names("/one/deep").count == 150)
    try await expectWhole(stage)
  }

  @Test(arguments: [(18, 18), (1000, 150)]) func `less than that goes as it comes`(documents: Int, gone: Int)
    async throws
  {
    let stage = try await stage(documents: documents / 2, pageSize: 30)
    for number in 0..<min(gone, documents) / 2 { for letter in ["a", "b"] { stage.tree.remove("\(letter)\(number)") } }
    try await stage.replica.synchronize()
    let left = documents / 2 - min(gone, documents) / 2
    #expect(try count(stage) == (left, left))
    #expect(try held(stage) == 0)
    try await expectWhole(stage)
  }

  @Test func `an accepted mass deletion removes what is clean, and rescues what is not`() async throws {
    let stage = try await stage()
    _ = try await stage.read("/one/a1")
    removeMost(stage)
    stage.tree.remove("one")
    try await stage.replica.synchronize()
    try stage.write("/one/a1", "ours")
    try stage.make("/one/ours", "new")
    try await stage.replica.synchronize()
    #expect(try stage.names("/one").count == 91)
    #expect(try stage.store.decideOnHeldDeletions(.accepted)?.items == 136)
    try await stage.replica.synchronize()
    #expect(try stage.item("/one") == nil)
    #expect(try stage.names("/two").count == 45)
    #expect(try stage.names("/Rescued/one") == ["a1", "ours"])
    #expect(try held(stage) == 0)
    #expect(stage.log.messages(.notice).contains { $0.contains("no more held deletions") })
    #expect(try await stage.push())
    #expect(stage.provided("/Rescued") == nil)
    try await expectWhole(stage)
  }

  /// Its folder goes during the call, and the provider answers that it does not have it.
  @Test func `a folder that is held is not made again for a document whose creation is under way`() async throws {
    var limits = ReplicaLimits.quick
    limits.fetch = .seconds(60)
    let stage = try await stage([Fault(.waiting, in: .create, of: "one", times: 1)], limits: limits)
    try stage.make("/one/ours", "ours")
    #expect(try await eventually { stage.provider.heldCount == 1 })
    removeMost(stage)
    stage.tree.remove("one")
    try await stage.replica.synchronize()
    #expect(try held(stage) == 136)
    stage.provider.release()
    #expect(try await eventually { stage.replica.state.pushing.read { $0.calls == 0 } })
    #expect(stage.provider.count(.item, of: "one") > 0)
    #expect(try held(stage) == 136)
    #expect(stage.provided("/one") == nil)
    #expect(try stage.store.decideOnHeldDeletions(.accepted)?.items == 136)
    try await stage.replica.synchronize()
    #expect(try stage.item("/one") == nil)
    #expect(try stage.names("/Rescued/one") == ["ours"])
    try await expectWhole(stage)
  }

  @Test func `what is held and waits for the provider goes on waiting`() async throws {
    let stage = try await stage()
    _ = try await stage.read("/one/a1")
    removeMost(stage)
    try await stage.replica.synchronize()
    try stage.write("/one/a1", "ours")
    try stage.make("/two/other", "text")
    #expect(try await eventually { stage.provided("/two/other") != nil })
    #expect(try await eventually { try stage.waiting().map(\.path) == ["/one/a1"] })
    #expect(stage.provider.count(.modify, of: "a1") == 0)
    #expect(try await stage.read("/one/a1") == "ours")
    // A barrier does not wait until the user decides.
    let manager = try #require(NSFileProviderManager(for: stage.domain))
    let error = await #expect(throws: NSError.self) { try await manager.waitForStabilization() }
    #expect(error?.code == NSFileProviderError.Code.cannotSynchronize.rawValue)
    try await expectWhole(stage)
  }

  @Test func `what is restored is made again there, with its contents`() async throws {
    let stage = try await stage()
    for number in 0..<90 { _ = try await stage.read("/one/a\(number)") }
    _ = try await stage.read("/two/b1")
    try stage.move("/one/a2", to: "/moved")
    #expect(try await stage.push())
    stage.tree.remove("one")
    stage.tree.remove("a2")
    for number in 0..<45 { stage.tree.remove("b\(number)") }
    try await stage.replica.synchronize()
    #expect(try held(stage) == 136)
    #expect(try stage.store.decideOnHeldDeletions(.restoring)?.items == 136)
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    // The contents of 44 documents are nowhere any more.
    #expect(try held(stage) == 44)
    #expect(stage.providedText("/one/a1") == "a 1")
    #expect(stage.providedText("/moved") == "a 2")
    #expect(stage.providedText("/two/b1") == "b 1")
    #expect(stage.provided("/two/b2") == nil)
    #expect(stage.tree.items.count == 139, "nothing is there twice")
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try count(stage) == (89, 90))
    #expect(try stage.store.decideOnHeldDeletions(.accepted)?.items == 44)
    try await stage.replica.synchronize()
    #expect(try count(stage) == (89, 46))
    try await expectWhole(stage)
  }

  /// What the provider had is no file that a program has just made for itself.
  @Test func `what is restored is made again there, even if its name is one of those that stay here`() async throws {
    let stage = try await stage()
    stage.tree.put(MemoryItem("lock", in: "one", name: ".~lock.a1#", contents: "locked"))
    try await stage.replica.synchronize()
    #expect(try await stage.read("/one/.~lock.a1#") == "locked")
    removeMost(stage)
    stage.tree.remove("lock")
    try await stage.replica.synchronize()
    #expect(try held(stage) == 136)
    #expect(try stage.store.decideOnHeldDeletions(.restoring)?.items == 136)
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    #expect(stage.providedText("/one/.~lock.a1#") == "locked")
    try stage.make("/one/.~lock.a2#", "locked")
    #expect(try await stage.push())
    #expect(stage.provided("/one/.~lock.a2#") == nil)
    try await expectWhole(stage)
  }

  /// It is carried out in many transactions, between which the process may end.
  @Test func `the user's decision holds for all that was held then, and for nothing that is held later`()
    async throws
  {
    let stage = try await stage()
    removeMost(stage)
    try await stage.replica.synchronize()
    // A command that has come no further.
    #expect(try stage.store.beginDecision(.accepted)?.items == 135)
    #expect(try count(stage) == (90, 90))
    try await stage.restart()
    try await stage.replica.synchronize()
    #expect(try await eventually { try count(stage) == (0, 45) })
    #expect(try held(stage) == 0)
    for number in 0..<200 { stage.tree.put(MemoryItem("c\(number)", in: "one")) }
    try await stage.replica.synchronize()
    for number in 0..<200 { stage.tree.remove("c\(number)") }
    try await stage.replica.synchronize()
    #expect(try held(stage) == 200)
    #expect(try stage.names("/one").count == 200)
    try await expectWhole(stage)
  }

  @Test func `a document that cannot be fetched to be restored is held again, outside of a pull, too`() async throws {
    let stage = try await stage()
    removeMost(stage)
    try await stage.replica.synchronize()
    #expect(try stage.store.decideOnHeldDeletions(.restoring)?.items == 135)
    // Whoever looks at one of them concludes nothing himself.
    #expect(await stage.failure { _ = try await stage.read("/one/a1") } == ENOENT)
    #expect(try stage.item("/one/a1") != nil)
    try await stage.replica.synchronize()
    #expect(try held(stage) == 135)
    #expect(try count(stage) == (90, 90))
    try await expectWhole(stage)
  }

  @Test func `a provider that has the items again dissolves the hold`() async throws {
    let stage = try await stage()
    let all = stage.tree.items
    removeMost(stage)
    stage.tree.remove("one")
    try await stage.replica.synchronize()
    #expect(try held(stage) == 136)
    for item in all where stage.tree[item.identifier] == nil { stage.tree.put(item) }
    try await stage.replica.synchronize()
    #expect(try held(stage) == 0)
    #expect(try count(stage) == (90, 90))
    stage.tree.remove("a1")
    try await stage.replica.synchronize()
    #expect(try stage.names("/one").count == 89)
    try await expectWhole(stage)
  }

  @Test func `deletions of a pull that was cut short are not decided before it ends`() async throws {
    let stage = try await stage([
      Fault(.error, in: .changes, after: 4, times: 3, code: NSFileProviderError.Code.serverUnreachable.rawValue)
    ])
    let asked = stage.provider.count(.changes, of: NSFileProviderItemIdentifier.workingSet.rawValue)
    removeMost(stage)
    for _ in asked..<6 {
      try await stage.replica.synchronize()
      try await stage.restart()
      #expect(try count(stage) == (90, 90))
    }
    try await stage.replica.synchronize()
    #expect(try held(stage) == 135)
    #expect(try count(stage) == (90, 90))
    try await expectWhole(stage)
  }

  @Test(.timeLimit(.minutes(2)))
  func `folders in each other go, however many they are`() async throws {
    let stage = try await stage(documents: 0)
    let depth = 230
    for number in 0..<depth {
      stage.tree.put(MemoryItem.folder("d\(number)", in: number == 0 ? "one" : "d\(number - 1)"))
    }
    try await stage.replica.synchronize(listsEverything: true)
    stage.tree.remove("d0")
    try await stage.replica.synchronize()
    #expect(try stage.store.decideOnHeldDeletions(.accepted) != nil)
    try await stage.replica.synchronize()
    #expect(try stage.names("/one") == [])
    try await expectWhole(stage)
  }

  @Test func `what the user deletes is not held`() async throws {
    let stage = try await stage()
    try stage.remove("/one")
    try stage.remove("/two")
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(stage.tree.items.map(\.name) == ["stays"])
    #expect(try stage.names("/") == ["stays"])
    #expect(try held(stage) == 0)
    try await expectWhole(stage)
  }

  @Test func `contents of what is held are not dropped`() async throws {
    let stage = try await stage()
    _ = try await stage.read("/one/a1")
    removeMost(stage)
    try await stage.replica.synchronize()
    let id = try stage.id("/one/a1")
    let error = #expect(throws: StoreError.self) { try stage.store.evict(id) }
    #expect(error?.code == .notEvictable)
    try await expectWhole(stage)
  }

  /// Stops the stage, and checks what is left.
  private func expectWhole(_ stage: ReplicaStage) async throws {
    await stage.stop()
    #expect(try stage.findings() == [])
  }
}
