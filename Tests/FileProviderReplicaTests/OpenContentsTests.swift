import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import Glibc
import TestSupport
import Testing

/// What a program has open is not exchanged under it.
@Suite struct OpenContentsTests {
  private static let newer = Data("another alpha\n".utf8)

  private func hydrated() async throws -> (stage: ReplicaStage, path: String) {
    let stage = try await ReplicaStage(.plain)
    try await stage.list("/")
    _ = try await stage.read("/a")
    let content = try #require(try stage.item("/a")?.content)
    return (stage, stage.store.contents.url(of: content).path)
  }

  /// As a mount does it: opened, then perhaps mapped and closed.
  @Test(arguments: [false, true])
  func `contents that are open or mapped stay with their size and date until they are closed`(isMapped: Bool)
    async throws
  {
    let (stage, path) = try await hydrated()
    let before = try #require(try stage.item("/a"))
    let file = open(path, O_RDWR)
    var map: UnsafeMutableRawPointer?
    if isMapped {
      map = mmap(nil, 6, PROT_READ, MAP_SHARED, file, 0)
      close(file)
    }
    stage.tree.change("a") {
      $0.contents = Self.newer
      $0.modified = Date(timeIntervalSince1970: 2_000_000_000)
    }
    stage.tree.change("a") { $0.name = "renamed" }
    try await stage.replica.synchronize()
    let during = try #require(try stage.item("/renamed"))
    #expect(during.content == before.content && during.size == before.size && during.modified == before.modified)
    #expect(try await stage.read("/renamed") == "alpha\n")
    if isMapped { munmap(map, 6) } else { close(file) }
    #expect(try await eventually { try stage.item("/renamed")?.flags.contains(.dataless) == true })
    #expect(try await stage.read("/renamed") == "another alpha\n")
    let after = try #require(try stage.item("/renamed"))
    #expect(after.size == Int64(Self.newer.count) && after.modified != before.modified)
    await stage.stop()
  }

  @Test func `a process that ends before the contents are closed has them replaced by the next one`() async throws {
    let (stage, path) = try await hydrated()
    let file = open(path, O_RDONLY)
    stage.tree.change("a") { $0.contents = Self.newer }
    try await stage.replica.synchronize()
    try await stage.restart()
    #expect(try await stage.read("/a") == "alpha\n")
    close(file)
    #expect(try await eventually { try stage.item("/a")?.flags.contains(.dataless) == true })
    #expect(try await stage.read("/a") == "another alpha\n")
    await stage.stop()
  }

  @Test func `a name given here reaches the provider while the contents wait for a reader`() async throws {
    let (stage, path) = try await hydrated()
    let file = open(path, O_RDONLY)
    stage.tree.change("a") { $0.contents = Self.newer }
    try await stage.replica.synchronize()
    let id = try stage.id("/a")
    try stage.store.change(author: "test") { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).move(id, to: .root, name: FileName("mine"))
    }
    #expect(try await eventually { stage.tree["a"]?.name == "mine" })
    #expect(try await stage.read("/mine") == "alpha\n")
    close(file)
    #expect(try await eventually { try stage.item("/mine")?.flags.contains(.dataless) == true })
    #expect(try await stage.read("/mine") == "another alpha\n")
    await stage.stop()
  }
}
