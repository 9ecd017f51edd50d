import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

@testable import FileProviderReplica

/// What is told of items that are, or were, in the trash of one side.
@Suite struct PushTrashTests {
  private func stage() async throws -> ReplicaStage {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree))
    try await stage.replica.synchronize(listsEverything: true)
    return stage
  }

  /// Whoever deletes a folder has not seen what others put into it, although somebody has moved it to the trash since.
  @Test func `a folder that is deleted here and in the trash there keeps what is new in it`() async throws {
    let stage = try await stage()
    stage.provider.cutOff()
    try stage.remove("/folder")
    stage.tree.change("folder") { $0.parent = MemoryItem.trash }
    stage.tree.put(MemoryItem("theirs", in: "folder", contents: "theirs"))
    stage.provider.fail([Fault(.error, in: .delete, of: "folder", times: 1, code: 1, domain: "Other")])
    stage.tree.forgetHistory()
    #expect(try await stage.push())
    try await stage.replica.synchronize(listsEverything: true)
    #expect(stage.tree["theirs"]?.contents == Data("theirs".utf8))
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// Names in the trash are each side's own. So a new name that was not told before is told when the item comes back.
  @Test func `an item that leaves the trash has the same name on both sides`() async throws {
    let stage = try await stage()
    let id = try stage.id("/a")
    stage.provider.cutOff()
    try stage.move("/a", to: "/b")
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      _ = try transaction.trash(id, user: 0)
    }
    stage.provider.mend()
    #expect(try await stage.push())
    #expect(stage.tree["a"]?.parent == MemoryItem.trash)
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try transaction.restore(id)
    }
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(stage.provided("/b")?.identifier == "a")
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// What goes with all that is in it is what was in the trash when it was deleted, not what had left it.
  @Test func `a folder that left the trash and is deleted keeps what is new in it there`() async throws {
    let stage = try await stage()
    let id = try stage.id("/folder")
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      _ = try transaction.trash(id, user: 0)
    }
    #expect(try await stage.push())
    stage.provider.cutOff()
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try transaction.restore(id)
    }
    try stage.remove("/folder")
    stage.tree.put(MemoryItem("theirs", in: "folder", contents: "theirs"))
    stage.tree.forgetHistory()
    stage.provider.mend()
    #expect(try await stage.push())
    try await stage.replica.synchronize(listsEverything: true)
    #expect(stage.tree["theirs"]?.contents == Data("theirs".utf8))
    #expect(try stage.difference() == nil)
    await stage.stop()
  }
}
