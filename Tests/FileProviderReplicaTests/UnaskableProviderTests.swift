import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

@testable import FileProviderReplica

/// Providers that do not implement `item(for:)`: what they cannot be asked for is looked for in their folders.
@Suite struct UnaskableProviderTests {
  private let unaskable = Fault.failing(cocoa: .featureUnsupported, in: .item)

  /// - Parameter kind: What has become of the document since.
  @Test(
    arguments: ["moved", "moved and edited", "not moved", "removed"], [false, true])
  func `a move whose answer was lost ends at a provider that cannot be asked for items`(
    kind: String, isNamedByPath: Bool
  ) async throws {
    var limits = ReplicaLimits.quick
    limits.fetch = .milliseconds(300)
    let effect = kind == "not moved" ? Fault.Effect.never : .neverAfterwards
    let script = ProviderScript(
      items: ProviderScript.tree,
      faults: [Fault(effect, in: .modify, of: "a", times: 1), unaskable],
      hasTrash: !isNamedByPath)
    let stage = try await ReplicaStage(script, limits: limits) {
      LawProvider($0, isNamedByPath: isNamedByPath, trace: LawTrace())
    }
    try await stage.replica.synchronize(listsEverything: true)
    try stage.move("/a", to: "/folder/moved")
    #expect(try await eventually { stage.provider.count(.modify, of: "a") == 1 })
    if kind != "not moved" { #expect(try await eventually { stage.tree["a"]?.name == "moved" }) }
    switch kind {
    case "moved and edited": stage.tree.change("a") { $0.contents = Data("theirs".utf8) }
    case "removed": stage.tree.remove("a")
    default: break
    }
    #expect(try await stage.push())
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try await stage.push())
    #expect(try stage.difference() == nil)
    #expect(stage.provided("/folder/moved")?.identifier == (kind == "removed" ? nil : "a"))
    #expect(stage.provided("/a") == nil)
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  @Test(arguments: ["contents", "document", "folder"], [false, true])
  func `a call whose answer was lost ends at a provider that cannot be asked for items`(
    kind: String, isNamedByPath: Bool
  ) async throws {
    var limits = ReplicaLimits.quick
    limits.fetch = .milliseconds(300)
    let call: Fault.Call = kind == "contents" ? .modify : .create
    let script = ProviderScript(
      items: ProviderScript.tree,
      faults: [Fault(.neverAfterwards, in: call, times: 1), unaskable],
      hasTrash: !isNamedByPath)
    let stage = try await ReplicaStage(script, limits: limits) {
      LawProvider($0, isNamedByPath: isNamedByPath, trace: LawTrace())
    }
    try await stage.replica.synchronize(listsEverything: true)
    _ = try await stage.read("/a")
    switch kind {
    case "contents": try stage.write("/a", "ours")
    case "document": try stage.make("/new", "ours")
    default: try stage.make("/new", nil, kind: .folder)
    }
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(try stage.difference() == nil)
    #expect(try stage.names("/") == ["a", "empty", "folder", "link"] + (kind == "contents" ? [] : ["new"]))
    if kind == "contents" { #expect(stage.providedText("/a") == "ours") }
    await stage.stop()
    // There are two hundred a second where the questions make each other void.
    #expect(stage.provider.count(.page, of: MemoryItem.root) < 60)
    #expect(try stage.findings() == [])
  }

  /// The changes come after the deletion was refused.
  @Test(arguments: [false, true])
  func `a folder that is not empty comes back from a provider that cannot be asked for items`(
    isNamedByPath: Bool
  ) async throws {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: [unaskable], hasTrash: false))
    {
      LawProvider($0, isNamedByPath: isNamedByPath, trace: LawTrace())
    }
    try await stage.replica.synchronize(listsEverything: true)
    stage.provider.fail([unaskable, Fault(.held, in: .changes)])
    stage.tree.put(MemoryItem(isNamedByPath ? "folder/unseen" : "x", in: "folder", name: "unseen", contents: "theirs"))
    try stage.remove("/folder")
    #expect(try await eventually { stage.provider.count(.delete, of: "folder") > 0 })
    #expect(try await eventually { try stage.item("/folder") != nil }, "\(stage.log.text)")
    stage.provider.fail([unaskable])
    stage.provider.release()
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try await stage.push())
    #expect(try stage.names("/folder") == ["unseen"])
    #expect(stage.providedText("/folder/unseen") == "theirs")
    await stage.stop()
  }

  /// The changes do not come, so that the answer to the call is all that is known.
  @Test func `a provider that cannot be asked for items is believed that one is gone which no folder lists`()
    async throws
  {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: [unaskable]))
    try await stage.replica.synchronize(listsEverything: true)
    stage.provider.fail([unaskable, Fault(.held, in: .changes)])
    stage.tree.remove("a")
    try stage.move("/a", to: "/folder/moved")
    #expect(try await eventually { try stage.item("/folder/moved") == nil })
    #expect(stage.provider.count(.modify, of: "a") == 1)
    stage.provider.release()
    await stage.stop()
  }

  /// The answer is the same where the folder that an item moves into is gone.
  @Test func `what moves into a folder that is gone is not gone, at a provider that cannot be asked for items`()
    async throws
  {
    var limits = ReplicaLimits.quick
    // A call that is sent again makes a listing beside it void.
    limits.longestPause = .milliseconds(500)
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: [unaskable]), limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    stage.provider.fail([unaskable, Fault(.held, in: .changes, times: 1)])
    let id = try stage.id("/a")
    stage.tree.remove("folder")
    try stage.move("/a", to: "/folder/moved")
    #expect(try await eventually { stage.provider.count(.modify, of: "a") > 1 })
    #expect(try stage.id("/folder/moved") == id)
    stage.provider.release()
    try await stage.replica.synchronize()
    #expect(try await eventually { try stage.item("/moved")?.id == id })
    #expect(try await stage.push())
    #expect(stage.provided("/moved")?.identifier == "a")
    #expect(try stage.difference() == nil)
    await stage.stop()
  }
}
