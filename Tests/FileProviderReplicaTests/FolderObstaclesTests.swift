import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FileProviderReplica

/// Folders that were moved here and at the provider, and look as if they were in each other's way before everything is known: no move is taken back.
@Suite struct FolderObstaclesTests {
  /// Folders `x`, `y`, `z`, `w` in the root, `v` in `w`, and a document in each.
  private func stage(_ faults: [Fault] = [], listsEverything: Bool = true) async throws -> ReplicaStage {
    let folders = ["x", "y", "z", "w", "v"]
    let items = folders.flatMap { name -> [MemoryItem] in
      [
        .folder(name, in: name == "v" ? "w" : MemoryItem.root),
        MemoryItem("in \(name)", in: name, contents: "in \(name)"),
      ]
    }
    let stage = try await ReplicaStage(ProviderScript(items: items, faults: faults))
    if listsEverything { try await stage.replica.synchronize(listsEverything: true) }
    return stage
  }

  private static let away = Fault.failing(.serverUnreachable, in: .modify)

  /// Moves `w` into `x` here, which cannot be sent. There `v` leaves `w` then, and `x` is moved into it, without a signal.
  private func moveAll(
    _ stage: ReplicaStage, _ moves: [(item: String, folder: String)] = [("v", MemoryItem.root), ("x", "v")]
  ) async throws {
    try stage.move("/w", to: "/x/w")
    #expect(try await eventually { try stage.waiting().contains { $0.attempts > 0 } })
    for (item, folder) in moves { stage.tree.change(item) { $0.parent = folder } }
  }

  private func expectAllMoves(_ path: String, _ stage: ReplicaStage) async throws {
    stage.provider.mend()
    let isPushed = try await stage.push()
    let waiting = try stage.waiting()
    #expect(isPushed, "\(waiting)")
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try await stage.push())
    #expect(try stage.difference() == nil)
    #expect(stage.provided(path) != nil)
    #expect(stage.logged("undid the move of a folder here") == 0, "\(stage.log.text)")
    #expect(stage.logged("inside itself") == 0, "\(stage.log.text)")
    await stage.stop()
  }

  @Test(arguments: [false, true])
  func `a folder leaves another one in the same changes`(isLeavingLast: Bool) async throws {
    let stage = try await stage([Self.away])
    let moves = [("v", MemoryItem.root), ("x", "v")]
    try await moveAll(stage, isLeavingLast ? moves.reversed() : moves)
    try await stage.replica.synchronize()
    #expect(try stage.item("/v/x/w/in w") != nil)
    try await expectAllMoves("/v/x/w/in w", stage)
  }

  /// Nobody could look into the one that it went to before.
  @Test func `a folder is listed that has left another one`() async throws {
    let failing = Fault.failing(.serverUnreachable, in: .page, of: "v", times: 1)
    let stage = try await stage([Self.away, failing], listsEverything: false)
    for path in ["/", "/w", "/x"] { try await stage.list(path) }
    #expect(try await eventually { stage.provider.count(.page, of: "v") == 1 })
    try await moveAll(stage)
    stage.replica.state.latches.withLock { $0.clear() }
    try await stage.list("/x/w/v")
    #expect(try stage.item("/v/x/w/in w") != nil)
    try await expectAllMoves("/v/x/w/in w", stage)
  }

  @Test func `the provider is asked for a folder that went into one which has left another one`() async throws {
    let stage = try await stage([Self.away])
    try await moveAll(stage)
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).markStale(for: "x")
    }
    stage.replica.pushNow()
    #expect(try await eventually { try stage.item("/v/x/w/in w") != nil })
    try await expectAllMoves("/v/x/w/in w", stage)
  }

  @Test func `an answer reports a folder that went into one which has left another one`() async throws {
    let stage = try await stage([Fault(.held, in: .modify, of: "x", times: 1)])
    for (item, folder) in [("v", MemoryItem.root), ("x", "v")] { stage.tree.change(item) { $0.parent = folder } }
    try stage.move("/x", to: "/renamed")
    #expect(try await eventually { stage.provider.heldCount == 1 })
    try stage.move("/w", to: "/renamed/w")
    stage.provider.release()
    try await expectAllMoves("/v/renamed/w/in w", stage)
  }

  /// The changes report that while the provider is asked why it has refused a move.
  @Test func `a folder has left by the time that the provider reports where it was`() async throws {
    let stage = try await stage([Fault(.held, in: .item, of: "x", times: 1)])
    stage.tree.change("x") { $0.parent = "y" }
    try stage.move("/y", to: "/x/y")
    #expect(try await eventually { stage.provider.heldCount == 1 })
    stage.tree.change("x") { $0.parent = "z" }
    try await stage.replica.synchronize()
    stage.provider.release()
    try await expectAllMoves("/z/x/y/in y", stage)
  }

  /// It was moved here, too, and that is sent later.
  @Test func `a move waits until another folder has left`() async throws {
    let stage = try await stage([.failing(.cannotSynchronize, in: .create)])
    stage.tree.change("x") { $0.parent = "y" }
    try stage.make("/new", kind: .folder)
    try stage.move("/x", to: "/new/x")
    try stage.move("/y", to: "/new/x/y")
    #expect(try await eventually { stage.provider.count(.modify, of: "y") > 0 })
    try await expectAllMoves("/new/x/y/in y", stage)
  }

  /// Neither is the folder renamed, nor does its move stay here.
  @Test(arguments: [NSFileProviderError.Code.filenameCollision, .excludedFromSync])
  func `a provider refuses a move and cannot be asked why`(_ code: NSFileProviderError.Code) async throws {
    let stage = try await stage([
      .failing(code, in: .modify, of: "y", times: 1), .failing(.serverUnreachable, in: .item, of: "x", times: 1),
    ])
    stage.tree.change("x") { $0.parent = "y" }
    try stage.move("/y", to: "/x/y")
    #expect(try await stage.push())
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try await stage.push())
    #expect(try stage.difference() == nil)
    #expect(stage.provided("/y/x/in x") != nil)
    await stage.stop()
  }

  /// What the provider says again of a document that has left its folder here is no reason to have that folder again.
  @Test func `a folder that was left and deleted stays deleted`() async throws {
    let stage = try await stage([Self.away])
    try stage.move("/x/in x", to: "/out")
    try stage.remove("/x")
    #expect(try await eventually { try stage.waiting().contains { $0.attempts > 0 } })
    for item in ["x", "in x"] { stage.tree.change(item) { _ in } }
    try await stage.replica.synchronize()
    #expect(try stage.item("/x") == nil)
    stage.provider.mend()
    #expect(try await stage.push())
    #expect(stage.provided("/x") == nil)
    #expect(stage.providedText("/out") == "in x")
    #expect(try stage.difference() == nil)
    #expect(stage.logged("does not have") == 0, "\(stage.log.text)")
    await stage.stop()
  }
}
