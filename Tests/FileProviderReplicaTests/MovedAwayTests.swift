import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// What a listing lacks may have been moved, and is removed only when it was found nowhere else.
@Suite struct MovedAwayTests {
  private static let items = [
    MemoryItem.folder("one"), MemoryItem.folder("two"), MemoryItem("x", in: "one", contents: "x"),
  ]

  /// - Parameter tellsChanges: Otherwise everything that was listed is listed again in each round.
  private func stage(tellsChanges: Bool = true, _ faults: [Fault] = []) async throws -> ReplicaStage {
    let silent = tellsChanges ? [] : [Fault(.nothing, in: .anchor)]
    let stage = try await ReplicaStage(ProviderScript(items: Self.items, faults: silent + faults))
    try await stage.replica.synchronize(listsEverything: true)
    _ = try await stage.read("/one/x")
    return stage
  }

  /// A second listing of a folder fails, from the calls on that the stage has made by then.
  private func failing(times: Int?) async throws -> ReplicaStage {
    let probe = try await stage(tellsChanges: false)
    let calls = probe.provider.count(.page, of: "two")
    await probe.stop()
    return try await stage(
      tellsChanges: false,
      [
        Fault(
          .error, in: .page, of: "two", after: calls, times: times,
          code: NSFileProviderError.Code.serverUnreachable.rawValue)
      ])
  }

  @Test func `an item that a folder lacks is the same where the changes report it`() async throws {
    let stage = try await stage()
    let id = try stage.id("/one/x")
    stage.tree.change("x") { $0.parent = "two" }
    try stage.replica.loader.listings.list(stage.id("/one"))
    #expect(try await eventually { try stage.item("/two/x") != nil })
    #expect(try stage.id("/two/x") == id)
    #expect(try stage.names("/one") == [])
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  @Test func `an item that moves while folders are listed again is the same`() async throws {
    let stage = try await stage()
    let id = try stage.id("/one/x")
    let folders = try [stage.id("/one"), stage.id("/two")]
    let counts = ["one", "two"].map { stage.provider.count(.page, of: $0) }
    stage.provider.fail([Fault(.blocking, in: .page, of: "one", times: 1, milliseconds: 1000)])
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      for folder in folders { try ReplicationEditor(transaction).expireListing(of: folder) }
    }
    async let report = stage.replica.synchronize()
    // The changes were pulled, the second folder is listed, and the first waits.
    let isWaiting = try await eventually {
      guard stage.provider.count(.page, of: "one") > counts[0], stage.provider.count(.page, of: "two") > counts[1]
      else { return false }
      let second = try stage.store.readCommitted { (reader) throws(StoreError) in
        try ReplicationReader(reader).listing(of: folders[1])
      }
      return second?.isComplete == true
    }
    #expect(isWaiting)
    stage.tree.change("x") { $0.parent = "two" }
    let isComplete = try await report.isComplete
    #expect(isComplete)
    try await stage.replica.synchronize()
    #expect(try stage.id("/two/x") == id)
    #expect(try stage.names("/one") == [])
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  @Test func `nothing is removed while the folder that may have it cannot be listed`() async throws {
    let stage = try await failing(times: 1)
    let id = try stage.id("/one/x")
    stage.tree.change("x") { $0.parent = "two" }
    #expect(try await !stage.replica.synchronize().isComplete)
    #expect(try stage.id("/one/x") == id)
    try await stage.replica.synchronize()
    #expect(try stage.id("/two/x") == id)
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  @Test func `a folder that can never be listed keeps nothing that is gone`() async throws {
    let stage = try await failing(times: nil)
    stage.tree.remove("x")
    for _ in 0..<2 { try await stage.replica.synchronize() }
    #expect(try stage.names("/one") == [])
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  /// A creation is made again at the place that was asked for, since it may have happened: the provider has it in a folder that is deleted here by then.
  @Test(arguments: [Fault.Effect.error, .errorAfterwards])
  func `what leaves a folder before it is created leaves it at the provider before the folder is deleted`(
    effect: Fault.Effect
  ) async throws {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree))
    try await stage.replica.synchronize(listsEverything: true)
    try stage.make("/g", kind: .folder)
    #expect(try await stage.push())
    stage.provider.fail([Fault(effect, in: .create, code: 1, domain: "Other")])
    try stage.make("/g/a", "text")
    #expect(try await eventually { try stage.waiting().contains { $0.attempts > 0 } })
    try stage.move("/g/a", to: "/left")
    try stage.remove("/g")
    stage.provider.mend()
    #expect(try await stage.push())
    try await stage.replica.synchronize(listsEverything: true)
    #expect(stage.provided("/g") == nil)
    #expect(stage.providedText("/left") == "text")
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// Nothing of it differs from what is synced, so nothing is sent to the provider that would show it.
  @Test func `an item that was moved away here and back goes when it is gone there`() async throws {
    var limits = ReplicaLimits.quick
    limits.quiet = .seconds(600)
    let stage = try await ReplicaStage(ProviderScript(items: Self.items), limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    let id = try stage.id("/one/x")
    try stage.move("/one/x", to: "/two/x")
    try stage.move("/two/x", to: "/one/x")
    #expect(try await eventually { try stage.waiting().contains { $0.item == id } })
    stage.tree.remove("x")
    stage.tree.forgetHistory()
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try await stage.push())
    #expect(try await eventually { try stage.names("/one") == [] })
    await stage.stop()
    #expect(try stage.findings() == [])
  }
}
