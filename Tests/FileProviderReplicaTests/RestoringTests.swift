import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// What a person has made again at the provider, of very much that it says is gone.
@Suite struct RestoringTests {
  /// A folder with very many documents, and two others of the same size.
  private func stage() async throws -> ReplicaStage {
    var items = [MemoryItem.folder("folder"), MemoryItem("stays", contents: "stays")]
    for number in 0..<120 { items.append(MemoryItem("\(number)", in: "folder", contents: "number \(number)")) }
    items.append(MemoryItem("moved", in: "folder", contents: "moved contents"))
    items.append(MemoryItem("gone", in: "folder", contents: "other contents"))
    let stage = try await ReplicaStage(ProviderScript(items: items, pageSize: 50))
    try await stage.replica.synchronize(listsEverything: true)
    for name in ["moved", "gone"] { _ = try await stage.read("/folder/\(name)") }
    return stage
  }

  /// As one that names its items by path tells of that. Nobody has looked into the folder that it was moved to.
  @Test func `a document that was moved at the provider is not made again beside what it is now`() async throws {
    let stage = try await stage()
    for item in stage.tree.items where item.parent == "folder" { stage.tree.remove(item.identifier) }
    stage.tree.put(MemoryItem.folder("elsewhere"))
    stage.tree.put(MemoryItem("new", in: "elsewhere", name: "renamed", contents: "moved contents"))
    stage.tree.put(MemoryItem("another", in: "elsewhere", contents: "as long as one"))
    try await stage.replica.synchronize()
    #expect(try stage.store.decideOnHeldDeletions(.restoring)?.items == 122)
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    let texts = stage.tree.items.map { String(decoding: $0.contents, as: UTF8.self) }
    #expect(texts.count { $0 == "moved contents" } == 1)
    #expect(stage.provided("/folder/moved") == nil)
    #expect(try stage.item("/folder/moved") == nil)
    #expect(try await stage.read("/elsewhere/renamed") == "moved contents")
    #expect(stage.providedText("/folder/gone") == "other contents")
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  /// All of them were made again, and the power took that back here. Meanwhile somebody has renamed one.
  @Test func `what was made again, which the power took back, is not made again where it was renamed`() async throws {
    let stage = try await stage()
    for number in 0..<120 { _ = try await stage.read("/folder/\(number)") }
    let all = stage.tree.items.filter { $0.parent == "folder" }
    for item in all { stage.tree.remove(item.identifier) }
    try await stage.replica.synchronize()
    #expect(try stage.store.decideOnHeldDeletions(.restoring)?.items == 122)
    for item in all {
      // Very many have its size.
      let name = item.name == "17" ? "renamed" : item.name
      let text = String(decoding: item.contents, as: UTF8.self)
      stage.tree.put(MemoryItem("again \(item.name)", in: "folder", name: name, contents: text))
    }
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    let texts = stage.tree.items.map { String(decoding: $0.contents, as: UTF8.self) }
    #expect(texts.count { $0 == "number 17" } == 1)
    #expect(try stage.item("/folder/17") == nil)
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  /// It is gone from where it was, and what was written here is nowhere else.
  @Test func `a document that was moved at the provider and edited here is made again`() async throws {
    let stage = try await stage()
    for item in stage.tree.items where item.parent == "folder" { stage.tree.remove(item.identifier) }
    stage.tree.put(MemoryItem("new", name: "renamed", contents: "moved contents"))
    try await stage.replica.synchronize()
    try stage.write("/folder/moved", "edited content")
    #expect(try stage.store.decideOnHeldDeletions(.restoring)?.items == 122)
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    #expect(stage.providedText("/folder/moved") == "edited content")
    #expect(stage.providedText("/renamed") == "moved contents")
    await stage.stop()
    #expect(try stage.findings() == [])
  }
}
