import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// What power cuts at any step have found, each as a story of its own.
@Suite struct PowerCutStoryTests {
  private func stage() async throws -> ReplicaStage {
    let stage = try await ReplicaStage(.plain)
    try await stage.replica.synchronize(listsEverything: true)
    _ = try await stage.read("/a")
    return stage
  }

  /// Nothing of that is in the log before the program is done.
  @Test func `a document that a program is writing is rescued when the provider removes it`() async throws {
    let stage = try await stage()
    try stage.change("/a") { (transaction, id) throws(StoreError) in
      try transaction.markWriter(of: id, session: "a mount")
    }
    let key = try #require(try stage.item("/a")?.content)
    try Data("ours".utf8).write(to: stage.store.contents.url(of: key))
    stage.tree.remove("a")
    try await stage.replica.synchronize()
    #expect(try await eventually { try stage.item("/Rescued/a") != nil })
    let rescued = try #require(try stage.item("/Rescued/a")?.content)
    #expect(try Data(contentsOf: stage.store.contents.url(of: rescued)) == Data("ours".utf8))
    await stage.stop()
  }

  /// The monotonic clock of a machine that had run for hours is far ahead of that of one that has just started.
  @Test func `what waits is told soon after the machine has started again`() async throws {
    let stage = try await stage()
    await stage.stop()
    try stage.write("/a", "ours")
    let id = try stage.id("/a")
    try stage.store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      guard var row = try transaction.reader.pending(id) else { throw StoreError(.noSuchItem, "nothing waits") }
      let hours = PushPace.nanoseconds(.seconds(5 * 3600))
      (row.state, row.due, row.noted) = (.later, PushPace.now + hours, PushPace.now + hours)
      try transaction.keep(row)
      try transaction.setSetting("push.boot", to: "another")
    }
    try await stage.restart()
    #expect(try await eventually { stage.providedText("/a") == "ours" })
    await stage.stop()
  }
}
