import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// What a provider decorates items with: its word alone.
@Suite struct DecorationTests {
  private func decorated() async throws -> ReplicaStage {
    var item = MemoryItem("a", contents: "text")
    (item.decorations, item.extendedAttributes) = (["org.example.busy", "org.example.red"], ["note": "theirs"])
    let stage = try await ReplicaStage(ProviderScript(items: [item, MemoryItem("b", contents: "text")]))
    try await stage.replica.synchronize(listsEverything: true)
    return stage
  }

  private func decorations(_ path: String, _ stage: ReplicaStage) throws -> String? {
    let id = try stage.id(path)
    return try stage.store.readCommitted { (reader) throws(StoreError) in
      try reader.providerAttribute(.decorations, of: id).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private func names(_ path: String, _ stage: ReplicaStage) throws -> [String] {
    let id = try stage.id(path)
    return try stage.store.readCommitted { (reader) throws(StoreError) in try reader.extendedAttributeNames(of: id) }
  }

  @Test func `decorations come, change and go with the provider's word, and are listed with no attributes`()
    async throws
  {
    let stage = try await decorated()
    #expect(try decorations("/a", stage) == "org.example.busy,org.example.red")
    #expect(try decorations("/b", stage) == nil)
    #expect(try names("/a", stage) == ["user.note"])
    stage.tree.change("a") { $0.decorations = ["org.example.done"] }
    stage.tree.change("b") { $0.decorations = ["org.example.new"] }
    try await stage.replica.synchronize(listsEverything: false)
    #expect(try decorations("/a", stage) == "org.example.done")
    #expect(try decorations("/b", stage) == "org.example.new")
    stage.tree.change("a") { $0.decorations = [] }
    stage.tree.change("b") { $0.decorations = [] }
    try await stage.replica.synchronize(listsEverything: false)
    #expect(try decorations("/a", stage) == nil)
    #expect(try decorations("/b", stage) == nil)
    #expect(try names("/a", stage) == ["user.note"])
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  @Test func `decorations are never uploaded, and they change while a user's attributes are pending`()
    async throws
  {
    let stage = try await decorated()
    try stage.change("/a") { (transaction, id) throws(StoreError) in
      try transaction.changeExtendedAttribute("user.note", to: Array("mine".utf8), of: id)
    }
    stage.tree.change("a") { $0.decorations = ["org.example.done"] }
    try await stage.replica.synchronize(listsEverything: false)
    // While the attributes are in a call, what the provider reports waits for its answer.
    #expect(try await eventually { try decorations("/a", stage) == "org.example.done" })
    #expect(try await stage.push())
    #expect(stage.provided("/a")?.extendedAttributes == ["note": "mine"])
    #expect(try decorations("/a", stage) == "org.example.done")
    let generation = try stage.generation()
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try stage.generation() == generation, "the provider's own words changed something here")
    await stage.stop()
  }

  @Test func `decorations outlive the last attribute of a user, and go with the item`() async throws {
    let stage = try await decorated()
    try stage.change("/a") { (transaction, id) throws(StoreError) in
      try transaction.removeExtendedAttribute("user.note", of: id)
    }
    #expect(try decorations("/a", stage) == "org.example.busy,org.example.red")
    #expect(try await stage.push())
    #expect(stage.provided("/a")?.extendedAttributes == [:])
    #expect(try decorations("/a", stage) == "org.example.busy,org.example.red")
    try stage.remove("/a")
    #expect(try await stage.push())
    await stage.stop()
    #expect(try stage.findings() == [])
  }
}
