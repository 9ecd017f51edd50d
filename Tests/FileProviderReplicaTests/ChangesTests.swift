import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import TestSupport
import Testing

/// What changes at the provider changes here, once, in whatever order it is reported.
@Suite struct ChangesTests {
  /// A stage with everything listed.
  private func stage(_ script: ProviderScript) async throws -> ReplicaStage {
    let stage = try await ReplicaStage(script)
    let report = try await stage.replica.synchronize(listsEverything: true)
    #expect(report.isComplete, "\(report.failures)")
    return stage
  }

  @Test
  func `the changes are pulled after a signal`() async throws {
    let stage = try await stage(.plain)
    stage.tree.put(MemoryItem("new", in: "folder"))
    stage.tree.change("a") { $0.name = "renamed" }
    stage.tree.remove("empty")
    stage.provider.base.signal()
    #expect(try await eventually { try stage.names("/") == ["folder", "link", "renamed"] })
    #expect(try stage.names("/folder") == ["b", "c", "d", "e", "new"])
    await stage.stop()
  }

  @Test
  func `what is so already leaves no trace in the log`() async throws {
    let stage = try await stage(.plain)
    let before = try stage.generation()
    for item in stage.tree.items { stage.tree.put(item) }
    try await stage.replica.synchronize()
    #expect(try stage.generation() == before)
    await stage.stop()
  }

  @Test
  func `exchanged names, a folder moved out of a deleted one, nested folders turned around`() async throws {
    var items = ProviderScript.tree
    items += [.folder("outer"), .folder("inner", in: "outer"), MemoryItem("deep", in: "inner")]
    let stage = try await stage(ProviderScript(items: items))
    let deep = try stage.id("/outer/inner/deep")
    stage.tree.change("b") { $0.name = "c" }
    stage.tree.change("c") { $0.name = "b" }
    // In the history the child comes first, and its new parent is still below it here.
    stage.tree.change("outer") { $0.parent = "inner" }
    stage.tree.change("inner") { $0.parent = MemoryItem.root }
    stage.tree.change("e") { $0.parent = MemoryItem.root }
    try await stage.replica.synchronize()
    try expectSame(stage)
    #expect(try stage.id("/inner/deep") == deep)
    stage.tree.change("deep") { $0.parent = MemoryItem.root }
    stage.tree.remove("inner")
    try await stage.replica.synchronize()
    try expectSame(stage)
    #expect(try stage.id("/deep") == deep)
    await stage.stop()
  }

  @Test
  func `thrown away and restored`() async throws {
    let stage = try await stage(.plain)
    let folder = try stage.id("/folder")
    stage.tree.change("folder") { $0.parent = MemoryItem.trash }
    try await stage.replica.synchronize()
    #expect(try stage.item("/folder") == nil)
    try expectSame(stage)
    stage.tree.change("folder") { $0.parent = "empty" }
    try await stage.replica.synchronize()
    #expect(try stage.id("/empty/folder") == folder)
    try expectSame(stage)
    await stage.stop()
  }

  @Test
  func `a file that becomes a folder is another item`() async throws {
    let stage = try await stage(.plain)
    let before = try stage.id("/a")
    stage.tree.change("a") { $0.kind = .folder }
    try await stage.replica.synchronize()
    #expect(try stage.item("/a")?.isFolder == true)
    #expect(try stage.id("/a") != before)
    await stage.stop()
  }

  @Test
  func
    `what is in a folder nobody has looked into is not taken in, unless it is in the working set: then it has a path`()
    async throws
  {
    var items = ProviderScript.tree
    items += [.folder("one"), .folder("two", in: "one"), .folder("three", in: "two"), MemoryItem("plain", in: "three")]
    var faults: [Fault] = []
    faults.append(.failing(.cannotSynchronize, in: .item, of: "lost"))
    items += [.folder("lost", in: "two"), MemoryItem("stray", in: "lost")]
    let stage = try await ReplicaStage(ProviderScript(items: items, faults: faults))
    try await stage.list("/")
    stage.tree.change("plain") { $0.name = "plain2" }
    try await stage.replica.synchronize()
    #expect(try stage.names("/one") == [])
    stage.tree.change("plain") { $0.favoriteRank = 1 }
    stage.tree.change("stray") { $0.tags = "red" }
    let report = try await stage.replica.synchronize()
    #expect(report.isComplete)
    #expect(try stage.item("/one/two/three/plain2")?.flags.contains(.member) == true)
    #expect(try stage.item("/one/two/lost") == nil)
    // The folders on the way are still listed when a program opens them.
    try await stage.list("/one/two")
    #expect(try stage.names("/one/two") == ["lost", "three"])
    await stage.stop()
  }

  @Test
  func `an expired anchor: everything listed is listed again, and what is not there any more goes`() async throws {
    let stage = try await stage(.plain)
    stage.tree.remove("b")
    stage.tree.put(MemoryItem("late", in: "folder"))
    stage.tree.change("a") { $0.name = "other" }
    stage.tree.forgetHistory()
    let report = try await stage.replica.synchronize()
    #expect(report.isComplete)
    try expectSame(stage)
    #expect(try stage.names("/folder") == ["c", "d", "e", "late"])
    await stage.stop()
  }

  @Test
  func `an expired anchor: members in folders that were never listed are asked for`() async throws {
    let items =
      ProviderScript.tree + [.folder("deep", in: "folder"), MemoryItem("x", in: "deep"), MemoryItem("y", in: "deep")]
    let stage = try await ReplicaStage(ProviderScript(items: items))
    try await stage.list("/")
    stage.tree.change("x") { $0.favoriteRank = 1 }
    stage.tree.change("y") { $0.favoriteRank = 2 }
    try await stage.replica.synchronize()
    #expect(try stage.names("/folder/deep") == ["x", "y"])
    stage.tree.remove("x")
    stage.tree.change("y") { $0.name = "z" }
    stage.tree.forgetHistory()
    #expect(try await stage.replica.synchronize().isComplete)
    #expect(try stage.names("/folder/deep") == ["z"])
    #expect(try stage.names("/folder") == ["deep"])
    await stage.stop()
  }

  @Test
  func `an expired anchor, and the process dies before everything is listed again`() async throws {
    let stage = try await stage(.plain)
    stage.tree.remove("b")
    stage.tree.forgetHistory()
    try stage.store.change(author: Replica.author) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).setAnchor(nil)
      try ReplicationEditor(transaction).expireAllListings()
    }
    try await stage.restart()
    #expect(try await eventually { try stage.names("/folder") == ["c", "d", "e"] })
    await stage.stop()
  }

  @Test(arguments: [Fault.Effect.loop, .longToken, .never, .error])
  func `a feed that breaks its contract, or has none, ends, is reported, and stops nothing else`(_ effect: Fault.Effect)
    async throws
  {
    let workingSet = NSFileProviderItemIdentifier.workingSet.rawValue
    let script = ProviderScript(
      items: ProviderScript.tree, faults: [Fault(effect, in: .changes, of: workingSet, code: 7, domain: "Other")])
    let stage = try await ReplicaStage(script, limits: .impatient)
    let report = try await stage.replica.synchronize()
    #expect(report.failures.map(\.container) == [.workingSet])
    try await stage.list("/")
    #expect(try stage.names("/") == ["a", "empty", "folder", "link"])
    stage.provider.mend()
    stage.tree.remove("a")
    #expect(try await stage.replica.synchronize().isComplete)
    #expect(try stage.names("/") == ["empty", "folder", "link"])
    await stage.stop()
  }

  @Test(arguments: [Fault.Effect.nothing, .longToken])
  func `a provider without a feed is listed again at each signal`(_ effect: Fault.Effect) async throws {
    let workingSet = NSFileProviderItemIdentifier.workingSet.rawValue
    let stage = try await stage(
      ProviderScript(items: ProviderScript.tree, faults: [Fault(effect, in: .anchor, of: workingSet)]))
    stage.tree.remove("b")
    stage.tree.put(MemoryItem("new"))
    try await stage.replica.synchronize()
    try expectSame(stage)
    await stage.stop()
  }

  @Test
  func `the deletion of something unknown is nothing`() async throws {
    let stage = try await stage(.plain)
    stage.tree.put(MemoryItem("brief"))
    stage.tree.remove("brief")
    let before = try stage.generation()
    #expect(try await stage.replica.synchronize().isComplete)
    #expect(try stage.generation() == before)
    await stage.stop()
  }

  /// Everything here is as it is at the provider.
  private func expectSame(_ stage: ReplicaStage) throws {
    let here = try stage.everything()
    let there = Dictionary(uniqueKeysWithValues: stage.tree.items.map { ($0.identifier, Seen($0)) })
    #expect(Set(here.keys) == Set(there.keys))
    for (identifier, seen) in there { #expect(here[identifier] == seen, "\(identifier)") }
  }

  /// The provider can be asked; it does not tell of that one.
  @Test func `a parent that may not be read keeps no other changes back`() async throws {
    let stage = try await ReplicaStage(.plain)
    try await stage.replica.synchronize(listsEverything: true)
    stage.provider.fail([.failing(cocoa: .fileReadNoPermission, in: .item, of: "secret")])
    var favorite = MemoryItem("x", in: "secret")
    favorite.favoriteRank = 1
    stage.tree.put(favorite)
    stage.tree.put(MemoryItem("y"))
    let report = try await stage.replica.synchronize()
    #expect(report.failures.isEmpty, "\(report)")
    #expect(try stage.item("/y") != nil)
    await stage.stop()
  }
}
