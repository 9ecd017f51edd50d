import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

@testable import FileProviderReplica

/// The replica is dropped at each call of the provider, by its number, before and after the provider has done it: pushing, pulling, listing,
/// hydrating. In the end both ends are equal, and every edit is there once.
@Suite struct PushKillTests {
  struct Kill: Sendable, CustomTestStringConvertible {
    var call: Fault.Call
    var effect: Fault.Effect
    var testDescription: String { "\(call), \(effect)" }
  }

  private static let kills =
    [Fault.Call.create, .modify, .delete].flatMap { call in
      [Fault.Effect.never, .neverAfterwards].map { Kill(call: call, effect: $0) }
    } + [.page, .changes, .item, .fetch].map { Kill(call: $0, effect: .never) }

  @Test(arguments: kills) func `a process that ends at any call loses and doubles nothing`(kill: Kill) async throws {
    // Longer than the story has calls.
    for number in 0..<64 {
      guard try await story(kill, number) else { return }
    }
    Issue.record("the story has no end")
  }

  /// - Returns: Whether there was such a call.
  private func story(_ kill: Kill, _ number: Int) async throws -> Bool {
    var limits = ReplicaLimits.quick
    (limits.call, limits.fetch) = (.seconds(20), .seconds(20))
    let script = ProviderScript(items: ProviderScript.tree, pageSize: 2)
    let stage = try await ReplicaStage(script, limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    stage.provider.fail([Fault(kill.effect, in: kill.call, after: number, times: 1)])
    let texts = try edit(stage)
    stage.provider.base.signal()
    // Nobody waits for these: they may never end.
    let reads = ["/folder/b", "/folder/c"].compactMap { try? stage.item($0)?.id }
    for id in reads { _ = stage.replica.begin(.contents(id)) { _ in } }
    // The story is over, or it hangs.
    let isHit = try await eventually {
      guard stage.provider.faultCount == 0 else { return true }
      return try stage.isQuiet()
    }
    #expect(isHit, "\(kill) \(number)")
    let wasHit = stage.provider.faultCount > 0
    try await stage.restart(limits: limits)
    stage.provider.mend()
    var difference: String? = "nothing was compared"
    for _ in 0..<10 where difference != nil {
      try await stage.replica.synchronize(listsEverything: true)
      let (isPushed, waiting) = (try await stage.push(), try stage.waiting())
      #expect(isPushed, "\(kill) \(number): \(waiting)")
      try await stage.replica.synchronize(listsEverything: true)
      difference = try stage.difference()
    }
    #expect(difference == nil, "\(kill) \(number)")
    let there = stage.tree.items.map { String(decoding: $0.contents, as: UTF8.self) }
    for text in texts { #expect(there.filter { $0 == text }.count == 1, "\(kill) \(number): \(text)") }
    await stage.stop()
    return wasHit
  }

  /// Edits of every kind, here and there.
  ///
  /// - Returns: The contents that have to be there in the end.
  private func edit(_ stage: ReplicaStage) throws -> [String] {
    try stage.make("/new", kind: .folder)
    try stage.make("/new/inner", kind: .folder)
    try stage.make("/new/inner/one", "one")
    try stage.make("/two", "two")
    try stage.write("/a", "a of here")
    try stage.save("/folder/b", "b of here")
    try stage.move("/folder/c", to: "/new/c")
    try stage.remove("/folder/d")
    try stage.move("/empty", to: "/folder/empty")
    stage.tree.put(MemoryItem("theirs", in: "folder", name: "theirs", contents: "theirs"))
    stage.tree.change("e") { $0.contents = Data("e of there".utf8) }
    return ["one", "two", "a of here", "b of here", "gamma\n", "theirs", "e of there"]
  }
}

extension ReplicaStage {
  /// Whether nothing is to be uploaded, pulled or downloaded.
  fileprivate func isQuiet() throws -> Bool {
    try replica.isEverythingPushed() && !replica.isPulling && replica.loadCount == 0
  }
}
