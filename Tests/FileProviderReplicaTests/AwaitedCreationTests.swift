import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

@testable import FileProviderReplica

/// What another machine does with an item before its creation is answered, or with one whose creation is never answered.
@Suite struct AwaitedCreationTests {
  private func stage(_ faults: [Fault], fetch: Duration = .milliseconds(300)) async throws -> ReplicaStage {
    var limits = ReplicaLimits.quick
    limits.fetch = fetch
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: faults), limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    return stage
  }

  private func texts(_ stage: ReplicaStage, _ text: String) -> [MemoryItem] {
    stage.tree.items.filter { $0.contents == Data(text.utf8) }
  }

  /// The changes have brought it from its new place, as an item that nobody knows, when the answer comes that has the old one.
  @Test(arguments: [ItemKind.folder, .symlink])
  func `what is moved there before its creation is answered stays where it was moved`(kind: ItemKind) async throws {
    let stage = try await stage([Fault(.late, in: .create, times: 1, milliseconds: 500)], fetch: .seconds(60))
    let id = try stage.make("/made", kind: kind)
    #expect(try await eventually { stage.provided("/made") != nil })
    let made = try #require(stage.provided("/made")?.identifier)
    stage.tree.change(made) { ($0.parent, $0.name) = ("folder", "moved") }
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(try stage.id("/folder/moved") == id)
    #expect(try stage.item("/made") == nil)
    #expect(try stage.difference() == nil)
    await stage.stop()
  }
}
