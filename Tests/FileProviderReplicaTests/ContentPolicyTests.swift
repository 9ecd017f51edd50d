import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// What a provider says of when contents are here holds.
@Suite struct ContentPolicyTests {
  private static let (lazy, evicting, eager) = (1, 2, 3)

  /// A provider of a folder `kept` that is to be here, with `lazy` in it that is not, a document `own` that says it itself, and the usual items.
  private static var script: ProviderScript {
    var script = ProviderScript.plain
    var kept = MemoryItem.folder("kept")
    kept.contentPolicy = eager
    var lazyFolder = MemoryItem.folder("lazy", in: "kept")
    lazyFolder.contentPolicy = lazy
    script.items += [
      kept, lazyFolder, .folder("deeper", in: "kept"), MemoryItem("x", in: "kept", contents: "ex\n"),
      MemoryItem("y", in: "deeper", contents: "why\n"), MemoryItem("z", in: "lazy", contents: "zed\n"),
    ]
    return script
  }

  private func isHere(_ path: String, _ stage: ReplicaStage) -> Bool {
    guard let item = try? stage.item(path) else { return false }
    return !item.flags.contains(.dataless)
  }

  private func text(_ path: String, _ stage: ReplicaStage) throws -> String? {
    guard let key = try stage.item(path)?.content else { return nil }
    return try stage.store.text(of: key)
  }

  private func evict(_ path: String, _ stage: ReplicaStage) throws -> StoreError.Code? {
    let id = try stage.id(path)
    do {
      try stage.store.evict(id)
      return nil
    } catch { return error.code }
  }

  @Test func `what is to be downloaded eagerly is here before anybody reads it, and is not dropped`() async throws {
    let stage = try await ReplicaStage(Self.script)
    try await stage.list("/")
    #expect(try await eventually { isHere("/kept/x", stage) && isHere("/kept/deeper/y", stage) })
    #expect(try evict("/kept/x", stage) == .notPermitted)
    // The nearest folder that says something decides, and what is nowhere said comes when it is read.
    #expect(!isHere("/kept/lazy/z", stage) && !isHere("/a", stage))
    try await stage.list("/kept/lazy")
    #expect(try await stage.read("/kept/lazy/z") == "zed\n")
    #expect(try evict("/kept/lazy/z", stage) == nil)
    #expect(stage.provider.base.fetches == 3)
    await stage.stop()
  }

  @Test func `what is moved into such a folder, or is new there, comes; a new version comes at once`() async throws {
    let stage = try await ReplicaStage(Self.script)
    try await stage.list("/")
    try await stage.list("/kept")
    stage.tree.change("a") { $0.parent = "kept" }
    stage.tree.put(MemoryItem("new", in: "kept", contents: "new\n"))
    stage.tree.change("x") { $0.contents = Data("another ex\n".utf8) }
    try await stage.replica.synchronize()
    #expect(try await eventually { isHere("/kept/a", stage) && isHere("/kept/new", stage) && isHere("/kept/x", stage) })
    #expect(try text("/kept/x", stage) == "another ex\n")
    await stage.stop()
  }

  @Test func `a policy that changes holds from then on`() async throws {
    let stage = try await ReplicaStage(Self.script)
    try await stage.list("/")
    stage.tree.change("a") { $0.contentPolicy = Self.eager }
    try await stage.replica.synchronize()
    #expect(try await eventually { isHere("/a", stage) })
    #expect(try evict("/a", stage) == .notPermitted)
    try await stage.restart()
    #expect(try evict("/a", stage) == .notPermitted)
    stage.tree.change("a") { $0.contentPolicy = 0 }
    try await stage.replica.synchronize()
    #expect(try evict("/a", stage) == nil)
    #expect(!isHere("/a", stage))
    await stage.stop()
  }

  @Test func `lazily, a new version of what is here comes again, and of what is not it does not`() async throws {
    var script = Self.script
    for index in script.items.indices where ["folder", "a"].contains(script.items[index].identifier) {
      script.items[index].contentPolicy = Self.lazy
    }
    let stage = try await ReplicaStage(script)
    try await stage.list("/")
    try await stage.list("/folder")
    _ = try await stage.read("/a")
    stage.tree.change("a") { $0.contents = Data("newer\n".utf8) }
    stage.tree.change("b") { $0.contents = Data("newer\n".utf8) }
    try await stage.replica.synchronize()
    #expect(try await eventually { isHere("/a", stage) })
    #expect(try text("/a", stage) == "newer\n")
    #expect(!isHere("/folder/b", stage))
    await stage.stop()
  }

  @Test func `contents of which a new version appears are dropped where the provider says so`() async throws {
    var script = Self.script
    for index in script.items.indices where script.items[index].identifier == "a" {
      script.items[index].contentPolicy = Self.evicting
    }
    let stage = try await ReplicaStage(script)
    try await stage.list("/")
    _ = try await stage.read("/a")
    let old = try #require(try stage.item("/a")?.content)
    stage.tree.change("a") { $0.contents = Data("newer\n".utf8) }
    stage.tree.change("x") { $0.contents = Data("sentinel\n".utf8) }
    try await stage.replica.synchronize()
    #expect(try await eventually { (try? text("/kept/x", stage)) == "sentinel\n" })
    #expect(!isHere("/a", stage))
    try stage.store.removeDiscarded()
    #expect(stage.store.contents.size(of: old) == nil)
    #expect(try await stage.read("/a") == "newer\n")
    await stage.stop()
  }

  @Test func `the root's policy holds where no folder has one, and its change is reported as any item's`() async throws
  {
    var script = Self.script
    var root = MemoryItem.folder(MemoryItem.root)
    root.contentPolicy = Self.eager
    script.items.append(root)
    let stage = try await ReplicaStage(script)
    #expect(try await eventually { isHere("/a", stage) && isHere("/folder/b", stage) })
    #expect(try stage.names("/").contains(MemoryItem.root) == false)
    stage.tree.change(MemoryItem.root) { $0.contentPolicy = Self.lazy }
    try await stage.replica.synchronize()
    #expect(try evict("/a", stage) == nil)
    #expect(try stage.findings() == [])
    await stage.stop()
  }

  @Test func `a document that is saved by a rename keeps what its provider says`() async throws {
    var script = Self.script
    for index in script.items.indices where script.items[index].identifier == "a" {
      script.items[index].contentPolicy = Self.eager
    }
    let stage = try await ReplicaStage(script)
    try await stage.list("/")
    #expect(try await eventually { isHere("/a", stage) })
    try stage.save("/a", "saved\n")
    #expect(try await stage.push())
    #expect(stage.providedText("/a") == "saved\n")
    #expect(try evict("/a", stage) == .notPermitted)
    await stage.stop()
  }
}
