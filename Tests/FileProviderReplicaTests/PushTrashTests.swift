import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

@testable import FileProviderReplica

/// What is uploaded of items that are, or were, in the trash of one side.
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

  /// Names in the trash are each side's own. So a new name that was not uploaded before is uploaded when the item leaves the trash.
  @Test func `an item that leaves the trash has the same name on both sides`() async throws {
    let stage = try await stage()
    let id = try stage.id("/a")
    stage.provider.cutOff()
    try stage.move("/a", to: "/b")
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).trash(id, user: 0)
    }
    stage.provider.mend()
    #expect(try await stage.push())
    #expect(stage.tree["a"]?.parent == MemoryItem.trash)
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try TreeEditor(transaction).restore(id)
    }
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(stage.provided("/b")?.identifier == "a")
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// The same where the provider has not taken it to the trash.
  @Test func `an item that leaves the trash before that was uploaded has its new name on both sides`() async throws {
    let stage = try await stage()
    let id = try stage.id("/a")
    stage.provider.fail([Fault(.error, in: .modify, code: 1, domain: "Other")])
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try TreeEditor(transaction).move(id, to: .root, name: FileName(unchecked: "b"), mode: .failing)
      _ = try TreeEditor(transaction).trash(id, user: 0)
    }
    #expect(try await eventually { try stage.waiting().contains { $0.state != .calling && $0.attempts > 0 } })
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try TreeEditor(transaction).restore(id)
    }
    stage.provider.mend()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(stage.provided("/b")?.identifier == "a")
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// Nobody has given it the number that it has.
  @Test func `an item that leaves the trash before that was uploaded gets its own name when that is free`() async throws
  {
    var limits = ReplicaLimits.quick
    (limits.quiet, limits.longestQuiet) = (.seconds(3600), .seconds(3600))
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree), limits: limits)
    for identifier in ["first", "second"] { stage.tree.put(MemoryItem(identifier, in: "empty", name: "same")) }
    try await stage.replica.synchronize(listsEverything: true)
    let id = try stage.id("/empty/same (2)")
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).trash(id, user: 0)
    }
    try await stage.replica.synchronize()
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try TreeEditor(transaction).restore(id)
    }
    #expect(try await stage.push())
    #expect(try stage.names("/empty") == ["same", "same (2)"])
    stage.tree.remove("first")
    try await stage.replica.synchronize()
    #expect(try stage.id("/empty/same") == id)
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// What goes with all that is in it is what was in the trash when it was deleted, not what had left it.
  @Test func `a folder that left the trash and is deleted keeps what is new in it there`() async throws {
    let stage = try await stage()
    let id = try stage.id("/folder")
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).trash(id, user: 0)
    }
    #expect(try await stage.push())
    stage.provider.cutOff()
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try TreeEditor(transaction).restore(id)
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

  // MARK: Emptying the trash

  /// Deletes an item where somebody saw it, with all that is in it.
  private func delete(_ item: ItemAttributes, _ stage: ReplicaStage) throws {
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).deleteTree(item.id, in: item.parent, limit: .max)
    }
  }

  /// Whoever looked a folder up and deletes it a moment later means the folder at that place, and has not seen what came with it to another one.
  @Test func `a folder that went to the trash at the provider since somebody looked is not deleted`() async throws {
    let stage = try await stage()
    let seen = try #require(try stage.item("/folder"))
    stage.tree.change("folder") { $0.parent = MemoryItem.trash }
    try await stage.replica.synchronize()
    #expect(try stage.item("/folder") == nil)
    let error = #expect(throws: StoreError.self) { try delete(seen, stage) }
    #expect(error?.code == .noSuchItem)
    #expect(try stage.store.readCommitted { (reader) throws(StoreError) in try reader.item(seen.id)?.parent } == .trash)
    #expect(try await stage.push())
    #expect(stage.tree["folder"]?.parent == MemoryItem.trash && stage.tree["b"] != nil)
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// What others put into a folder of the trash after it was listed here is known to nobody who empties the trash.
  @Test
  func `what came into a folder of the trash at the provider stays, and the folder with it, when the trash is emptied`()
    async throws
  {
    let stage = try await stage()
    let id = try trash("/folder", stage)
    #expect(try await stage.push())
    stage.provider.cutOff()
    let seen = try stage.store.readCommitted { (reader) throws(StoreError) in try reader.item(id) }
    try delete(try #require(seen), stage)
    stage.tree.put(MemoryItem("theirs", in: "folder", contents: "theirs"))
    stage.tree.forgetHistory()
    stage.provider.mend()
    #expect(try await stage.push())
    try await stage.replica.synchronize(listsEverything: true)
    #expect(stage.tree["theirs"]?.contents == Data("theirs".utf8))
    #expect(stage.tree["b"] == nil)
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// Otherwise nobody could ever empty the trash: there is nothing that could be deleted before.
  @Test func `a folder of the trash goes with what the provider has in it and does not show`() async throws {
    let stage = try await stage()
    let id = try trash("/folder", stage)
    #expect(try await stage.push())
    stage.provider.fail([.failing(.noSuchItem, in: .page, of: "folder"), Fault(.held, in: .delete, of: "folder")])
    stage.tree.put(MemoryItem("hidden", in: "folder"))
    let seen = try stage.store.readCommitted { (reader) throws(StoreError) in try reader.item(id) }
    try delete(try #require(seen), stage)
    // After a kill it is known which of the two calls may have happened.
    for isRecursive in [false, true] {
      let isNoted = try await eventually {
        try stage.store.readCommitted { (reader) throws(StoreError) in
          guard let call = try ReplicationReader(reader).sentCall(of: id) else { return false }
          return call.isUnderWay && call.isRecursive == isRecursive
        }
      }
      #expect(isNoted)
      #expect(try await eventually { stage.provider.heldCount == 1 })
      #expect(stage.provider.count(.delete, of: "folder") == (isRecursive ? 2 : 1))
      stage.provider.release()
    }
    #expect(try await stage.push())
    #expect(stage.tree["folder"] == nil && stage.tree["hidden"] == nil)
    try await stage.replica.synchronize()
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// The provider has it in the folder still, and does not show it there.
  @Test func `a folder of the trash stays with what was moved out of it into a folder that is gone`() async throws {
    let stage = try await stage()
    let id = try trash("/folder", stage)
    #expect(try await stage.push())
    await stage.stop()
    let empty = try stage.id("/empty")
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      let name = FileName(unchecked: "b")
      guard let document = try transaction.reader.child(of: id, named: name) else { throw StoreError(.noSuchItem) }
      try TreeEditor(transaction).move(document.id, to: empty, name: name, mode: .failing)
    }
    let seen = try stage.store.readCommitted { (reader) throws(StoreError) in try reader.item(id) }
    try delete(try #require(seen), stage)
    stage.tree.remove("empty")
    var limits = ReplicaLimits.quick
    (limits.quiet, limits.longestQuiet) = (.seconds(600), .seconds(600))
    try await stage.restart(limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    stage.provider.fail([.failing(.noSuchItem, in: .page, of: "folder")])
    try await stage.restart()
    #expect(try await stage.push())
    #expect(try stage.item("/empty") == nil)
    #expect(stage.tree["folder"] != nil && stage.tree["b"] != nil)
    await stage.stop()
  }

  // MARK: What the provider never had

  private func trash(_ path: String, _ stage: ReplicaStage) throws -> ItemID {
    let id = try stage.id(path)
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).trash(id, user: 0)
    }
    return id
  }

  private func restore(_ id: ItemID, _ stage: ReplicaStage) throws {
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try TreeEditor(transaction).restore(id)
    }
  }

  private func stayed(_ stage: ReplicaStage) throws -> [PendingItem] {
    var items: [PendingItem] = []
    try stage.store.readCommitted { (reader) throws(StoreError) in
      try PendingReader(reader).forEachLocalItem { item in
        items.append(item)
        return true
      }
    }
    return items
  }

  /// As a server answers that makes nothing in its trash.
  private func refuseTrash(_ stage: ReplicaStage) {
    stage.provider.fail([
      Fault(
        .error, in: .create, of: NSFileProviderItemIdentifier.trashContainer.rawValue,
        code: CocoaError.Code.featureUnsupported.rawValue, domain: NSCocoaErrorDomain)
    ])
  }

  @Test
  func `what is trashed before it was uploaded stays here, nothing waits for it, and it is uploaded when restored`()
    async throws
  {
    let stage = try await stage()
    await stage.stop()
    try stage.make("/new", "new")
    try stage.make("/made", kind: .folder)
    try stage.make("/made/inner", kind: .folder)
    try stage.make("/made/inner/text", "text")
    let ids = [try trash("/new", stage), try trash("/made", stage)]
    try stage.make("/new", "another of this name")
    refuseTrash(stage)
    try await stage.restart()
    #expect(try await stage.push())
    #expect(try stage.waiting() == [])
    #expect(stage.providedText("/new") == "another of this name")
    let said = try stayed(stage)
    #expect(said.map(\.item).sorted { $0.rawValue < $1.rawValue } == ids)
    #expect(said.allSatisfy { $0.errorText?.contains("stays in the trash of this machine") == true })
    // Nobody takes it for something that the provider has, also after a restart.
    try await stage.restart()
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try await stage.push())
    #expect(try stayed(stage).count == 2)
    try stage.remove("/new")
    for id in ids { try restore(id, stage) }
    #expect(try await stage.push())
    #expect(stage.providedText("/new") == "new" && stage.providedText("/made/inner/text") == "text")
    #expect(try stayed(stage) == [] && stage.difference() == nil)
    await stage.stop()
  }

  @Test func `what never was at the provider and is deleted from the trash leaves nothing behind`() async throws {
    let stage = try await stage()
    await stage.stop()
    try stage.make("/new", "new")
    let id = try trash("/new", stage)
    refuseTrash(stage)
    try await stage.restart()
    #expect(try await stage.push())
    #expect(try stayed(stage).count == 1)
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try TreeEditor(transaction).delete(id)
    }
    #expect(try await stage.push())
    #expect(try stayed(stage) == [] && stage.difference() == nil)
    await stage.stop()
  }

  // MARK: What a server destroys

  /// A server may delete for good what it was to put into its trash. What is here of it is the last copy then.
  @Test func `what a server destroyed instead of throwing it away is rescued`() async throws {
    let stage = try await stage()
    for path in ["/a", "/folder/b"] { _ = try await stage.read(path) }
    let park = Fault(
      .error, in: .modify, code: NSFileProviderError.Code.cannotSynchronize.rawValue,
      domain: NSFileProviderErrorDomain)
    stage.provider.fail([park])
    for path in ["/a", "/folder"] { _ = try trash(path, stage) }
    let isRefused = try await eventually {
      let waiting = try stage.waiting()
      return waiting.count >= 2 && waiting.allSatisfy { $0.state == .parked }
    }
    #expect(isRefused)
    for identifier in ["a", "b", "folder"] { stage.tree.remove(identifier) }
    stage.expireAnchors()
    try await stage.restart()
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try await stage.push())
    #expect(try stage.rescued().sorted() == ["alpha\n", "beta\n"])
    #expect(try stage.waiting() == [])
    await stage.stop()
  }
}
