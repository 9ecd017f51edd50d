import FileProvider
import FileProviderTesting
import Foundation
import TestSupport
import Testing

@testable import FileProviderReplica
@testable import FileProviderStore

/// An item that the store cannot take as the provider says it keeps no other back.
@Suite struct UnwritableTests {
  /// A stage whose document “a” can leave the trash in no way: nothing is noted of where it came from.
  private func stage() async throws -> ReplicaStage {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree))
    try await stage.replica.synchronize(listsEverything: true)
    let id = try stage.id("/a")
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).trash(id, user: 0)
    }
    #expect(try await stage.push())
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try transaction.deleteRows(of: id, .deleteTrashEntry)
    }
    stage.tree.change("a") { ($0.parent, $0.name) = ("folder", "z") }
    stage.tree.put(MemoryItem("new", in: "folder", contents: "new"))
    return stage
  }

  private func expectOthersCome(_ stage: ReplicaStage) async throws {
    for _ in 0..<2 {
      let report = try await stage.replica.synchronize()
      #expect(report.failures.isEmpty)
    }
    // It may come itself when it is asked for once more, as an item that nothing is known of any more.
    let others = try stage.names("/folder").filter { $0 != "z" }
    #expect(others == ["b", "c", "d", "e", "new"], "\(stage.log.text)")
    #expect(try await stage.push())
    #expect(stage.logged("cannot store", "a") == 1, "\(stage.log.text)")
    await stage.stop()
  }

  @Test func `a change that cannot be written is left out`() async throws {
    let stage = try await stage()
    try await expectOthersCome(stage)
  }

  @Test func `an item of a listing that cannot be written is left out`() async throws {
    let stage = try await stage()
    stage.tree.forgetHistory()
    try await expectOthersCome(stage)
  }
}
