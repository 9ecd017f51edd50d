import FileProvider
import FileProviderStore
@testable import FileProviderTesting
import Foundation
import TestSupport
import Testing

@testable import FileProviderReplica

/// A provider that numbers its items, and calls that move them and are not answered: another item is at the place by then.
@Suite struct ReplacedAsideTests {
  /// Two documents have exchanged their names, and another machine has replaced the one that was moved aside at the provider, which did not say so.
  ///
  /// - Parameter during: What is done while nothing is answered.
  /// - Returns: The contents of the other one.
  private func replacedAside(during: (ReplicaStage, String) throws -> Void = { _, _ in }) async throws
    -> (stage: ReplicaStage, theirs: String)
  {
    var limits = ReplicaLimits.quick
    limits.fetch = .milliseconds(300)
    let script = ProviderScript(
      items: ProviderScript.tree, faults: [Fault(.neverAfterwards, in: .modify, times: 1)])
    let stage = try await ReplicaStage(script, limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    for path in ["/a", "/folder/b"] { _ = try await stage.read(path) }
    try stage.exchange("/a", "/folder/b")
    #expect(try await eventually { aside(stage) != nil })
    let old = try #require(aside(stage))
    let place = old.parent == MemoryItem.root ? "/folder/b" : "/a"
    try during(stage, place)
    stage.tree.remove(old.identifier)
    // Of the same size and the same version, as it is with providers that count versions.
    let theirs = String("theirs".suffix(old.contents.count))
    stage.tree.put(MemoryItem("another", in: old.parent, name: old.name, contents: theirs))
    return (stage, theirs)
  }

  private func aside(_ stage: ReplicaStage) -> MemoryItem? {
    stage.tree.items.first { $0.name.contains("(moving") }
  }

  /// - Returns: What all documents have at the provider.
  private func join(_ stage: ReplicaStage) async throws -> [String] {
    for _ in 0..<2 {
      #expect(try await stage.push())
      try await stage.replica.synchronize(listsEverything: true)
    }
    #expect(try stage.difference() == nil)
    return stage.tree.items.map { String(decoding: $0.contents, as: UTF8.self) }
  }

  @Test func `what replaces a document that was moved aside keeps its contents`() async throws {
    let (stage, theirs) = try await replacedAside()
    #expect(try await join(stage).contains(theirs))
    await stage.stop()
  }

  @Test func `what replaces a document that was moved aside and is saved here is a conflict`() async throws {
    let (stage, theirs) = try await replacedAside { try $0.write($1, "mine") }
    let texts = try await join(stage)
    #expect(texts.contains(theirs) && texts.contains("mine"), "\(texts)")
    await stage.stop()
  }

  @Test func `what replaces a document that was moved aside and is deleted here stays`() async throws {
    let (stage, theirs) = try await replacedAside { try $0.remove($1) }
    #expect(try await join(stage).contains(theirs))
    await stage.stop()
  }
}
