import FileProvider
import FileProviderStore
@testable import FileProviderTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FileProviderReplica

/// A provider that forgets its changes during a call.
@Suite struct MissedChangesTests {
  /// The answer is here, and waits to be written, while it is noted that changes were missed.
  @Test func `what came into a folder made here is found when its history is forgotten before the answer is written`()
    async throws
  {
    let fault = Fault(.late, in: .create, times: 1, milliseconds: 100)
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: [fault]))
    try await stage.replica.synchronize(listsEverything: true)
    try stage.make("/made", kind: .folder)
    #expect(try await eventually { stage.provided("/made") != nil })
    let folder = try #require(stage.provided("/made")?.identifier)
    let (tree, expire) = (stage.tree, { stage.replica.state.questions.withLock { $0.expire() } })
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      // The clock itself is meant: by then the answer waits for this transaction, which nothing announces.
      Thread.sleep(forTimeInterval: 0.3)
      tree.put(MemoryItem("inner", in: folder, contents: "inner"))
      tree.forgetHistory()
      let position = tree.state.withLock { $0.generation }
      // As a pull does that has got a new anchor.
      expire()
      try ReplicationEditor(transaction).setAnchor(
        MemoryToken(kind: .anchor, signature: tree.signature, scope: "", position: position).data)
      try ReplicationEditor(transaction).expireAllListings()
    }
    #expect(try await stage.push())
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try stage.names("/made") == ["inner"])
    await stage.stop()
  }

  /// The answer was given before, and is written after everything was listed once more.
  @Test func `what was asked for before changes were missed is asked for again`() async throws {
    let stage = try await ReplicaStage(
      ProviderScript(items: ProviderScript.tree, faults: [Fault(.held, in: .item, of: "a", times: 1)]))
    try await stage.replica.synchronize(listsEverything: true)
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).markStale(for: "a")
    }
    stage.provider.base.signal()
    #expect(try await eventually { stage.provider.heldCount == 1 })
    stage.tree.remove("a")
    stage.tree.forgetHistory()
    try await stage.replica.synchronize()
    stage.provider.release()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// The provider is asked for its root before anything is removed, and the process may end there.
  @Test func `what is gone when it is asked for again is asked for until that is noted`() async throws {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree))
    try await stage.replica.synchronize(listsEverything: true)
    stage.provider.fail([Fault(.held, in: .item, of: MemoryItem.root, times: 1)])
    stage.tree.remove("a")
    stage.tree.forgetHistory()
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).markStale(for: "a")
    }
    stage.replica.pushNow()
    #expect(try await eventually { stage.provider.heldCount == 1 })
    #expect(try stage.isStale("a"))
    stage.provider.release()
    #expect(try await eventually { try stage.item("/a") == nil && !stage.isStale("a") })
    await stage.stop()
  }

  /// No listing of the place to which it goes back has missed it: it was elsewhere when that was listed.
  @Test(arguments: [false, true])
  func `what goes back out of a folder that is gone is asked for, and gone if it is gone there`(isInTrash: Bool)
    async throws
  {
    var limits = ReplicaLimits.quick
    (limits.quiet, limits.longestQuiet) = (.seconds(3600), .seconds(3600))
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree), limits: limits)
    if isInTrash { stage.tree.change("a") { $0.parent = MemoryItem.trash } }
    try await stage.replica.synchronize(listsEverything: true)
    let ids = try stage.store.readCommitted { (reader) throws(StoreError) in
      (
        a: try ProvidedReader(reader).provided(identifier: "a")?.item,
        empty: try ProvidedReader(reader).provided(identifier: "empty")?.item
      )
    }
    let (id, folder) = (try #require(ids.a), try #require(ids.empty))
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      if isInTrash { try TreeEditor(transaction).restore(id) }
      try TreeEditor(transaction).move(id, to: folder, name: FileName(unchecked: "a"), mode: .failing)
    }
    stage.tree.remove("a")
    stage.tree.remove("empty")
    stage.tree.forgetHistory()
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// Changes are missed while a folder is made again that the provider has no more, and another item there has its name.
  @Test func `what was in a folder that is made again under another name is gone`() async throws {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree))
    try await stage.replica.synchronize(listsEverything: true)
    stage.provider.fail([Fault(.error, in: .create, of: MemoryItem.root, code: 1, domain: "Other")])
    stage.tree.remove("folder")
    stage.tree.put(MemoryItem("other", name: "folder", contents: "theirs"))
    stage.tree.forgetHistory()
    let id = try stage.make("/folder/mine", "mine")
    #expect(try await eventually { stage.provider.count(.create, of: MemoryItem.root) > 0 })
    try await stage.replica.synchronize()
    stage.provider.mend()
    #expect(try await stage.push())
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try stage.difference() == nil)
    #expect(stage.tree.items.filter { $0.contents == Data("mine".utf8) }.count == 1)
    #expect(try stage.item("/folder")?.kind == .file)
    let name = try #require(try stage.names("/").first { $0.hasPrefix("folder (") })
    #expect(try stage.item("/\(name)/mine")?.id == id)
    await stage.stop()
  }

  /// It is no child of its folder here when that is listed.
  @Test func `what is thrown away and restored here while it goes there is gone`() async throws {
    var limits = ReplicaLimits.quick
    (limits.quiet, limits.longestQuiet) = (.seconds(3600), .seconds(3600))
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree), limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    let id = try stage.id("/folder/b")
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).trash(id, user: 0)
    }
    stage.tree.remove("b")
    stage.tree.forgetHistory()
    try await stage.replica.synchronize(listsEverything: true)
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try TreeEditor(transaction).restore(id)
    }
    #expect(try await stage.push())
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try stage.item("/folder/b") == nil)
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// It was said where it is while it was in a call, and the provider is to be asked for it.
  @Test func `a document that is reported before its folder is gone is where the provider has it`() async throws {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree))
    try await stage.replica.synchronize(listsEverything: true)
    let (folder, id) = (try stage.id("/folder"), try stage.id("/folder/b"))
    stage.tree.change("b") { ($0.parent, $0.name) = (MemoryItem.root, "moved") }
    stage.tree.remove("folder")
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).ask(for: id)
      _ = try MassDeletionEditor(transaction).removeGone(folder, limit: .max)
    }
    #expect(try await stage.push())
    #expect(try stage.names("/").contains("moved"))
    #expect(try !stage.names("/").contains("folder"))
    await stage.stop()
  }
}
