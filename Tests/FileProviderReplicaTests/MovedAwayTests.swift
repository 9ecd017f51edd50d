import FileProvider
@testable import FileProviderReplica
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

  @Test func `an item that a folder lacks is the same where the changes tell of it`() async throws {
    let stage = try await stage()
    let id = try stage.id("/one/x")
    stage.tree.change("x") { $0.parent = "two" }
    try stage.replica.load(stage.id("/one"))
    #expect(try await eventually { try stage.item("/two/x") != nil })
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
}
