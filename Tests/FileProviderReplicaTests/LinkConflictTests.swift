import FileProvider
import FileProviderStore
import FileProviderTesting
import LinuxSystem
import TestSupport
import Testing

@testable import FileProviderReplica

/// Symbolic links that get other targets on both sides: no target is lost.
@Suite struct LinkConflictTests {
  private func stage(_ items: MemoryItem..., faults: [Fault] = []) async throws -> ReplicaStage {
    let stage = try await ReplicaStage(ProviderScript(items: items, faults: faults))
    try await stage.replica.synchronize(listsEverything: true)
    return stage
  }

  private func comeToRest(_ stage: ReplicaStage) async throws {
    for _ in 0..<3 {
      try await stage.replica.synchronize(listsEverything: true)
      let isPushed = try await stage.push()
      #expect(isPushed)
    }
    #expect(try stage.difference() == nil)
  }

  private func stop(_ stage: ReplicaStage) async throws {
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  private func target(_ path: String, _ stage: ReplicaStage) throws -> String? {
    guard let id = try stage.item(path)?.id else { return nil }
    return try stage.store.readCommitted { (reader) throws(StoreError) in try reader.target(of: id) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private func targets(_ stage: ReplicaStage) -> [String] { stage.tree.items.compactMap(\.target).sorted() }

  /// Programs rename a new link over the old one, since nothing else gives a link another target.
  @Test(arguments: ["theirs", "the same"]) func `targets that both sides changed are both kept`(theirs: String)
    async throws
  {
    let stage = try await stage(.symlink("L", to: "old"))
    await stage.stop()
    try stage.retarget("/L", to: "the same")
    stage.tree.change("L") { $0.target = theirs }
    try await stage.restart()
    try await comeToRest(stage)
    #expect(stage.tree["L"]?.target == theirs && stage.tree["L"]?.name == "L")
    #expect(targets(stage) == (theirs == "the same" ? [theirs] : ["the same", theirs]))
    try await stop(stage)
  }

  /// Whoever deleted the link here has not seen the new target.
  @Test func `a link that the provider gave another target outlives its deletion here`() async throws {
    let stage = try await stage(.symlink("L", to: "old"))
    await stage.stop()
    try stage.remove("/L")
    stage.tree.change("L") { $0.target = "new" }
    try await stage.restart()
    try await comeToRest(stage)
    #expect(stage.provided("/L")?.target == "new")
    #expect(try target("/L", stage) == "new")
    try await stop(stage)
  }

  /// It is another item, though it has the identifier, as where that is a path.
  @Test func `a link that has replaced a folder outlives the deletion of that here`() async throws {
    let stage = try await stage(.folder("L"))
    await stage.stop()
    try stage.remove("/L")
    stage.tree.change("L") { $0 = .symlink("L", to: "new") }
    try await stage.restart()
    try await comeToRest(stage)
    #expect(targets(stage) == ["new"])
    #expect(try target("/L", stage) == "new")
    try await stop(stage)
  }

  /// Nor has whoever deleted the folder that it is in. That is known before the provider is asked to delete it.
  @Test func `a link that the provider gave another target outlives the deletion of its folder here`() async throws {
    let stage = try await stage(.folder("D"), .symlink("L", to: "old", in: "D"))
    try stage.setPause(TransferPause())
    try stage.remove("/D")
    stage.tree.change("L") { $0.target = "new" }
    try await stage.replica.synchronize()
    #expect(try target("/D/L", stage) == "new")
    try stage.setPause(nil)
    try await comeToRest(stage)
    #expect(stage.provider.count(.delete, of: "L") == 0)
    #expect(stage.provided("/D/L")?.target == "new")
    try await stop(stage)
  }

  /// The answer to the move has the new target.
  @Test(arguments: [false, true])
  func `a link that the provider gave another target outlives its deletion here during a call`(isReplaced: Bool)
    async throws
  {
    let stage = try await stage(
      .symlink("L", to: "old"), faults: [Fault(.other, in: .modify, of: "L", times: 1, text: "L")])
    let isFirst = Monitor(true)
    stage.provider.tellChanges { [stage] _ in
      let begins = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      guard begins else { return }
      stage.tree.change("L") { ($0.name, $0.target) = ("M", "theirs") }
      try? isReplaced ? stage.retarget("/M", to: "ours") : stage.remove("/M")
    }
    try stage.move("/L", to: "/M")
    #expect(try await eventually { !isFirst.read { $0 } })
    try await comeToRest(stage)
    #expect(stage.tree["L"]?.target == "theirs")
    #expect(targets(stage) == (isReplaced ? ["ours", "theirs"] : ["theirs"]))
    try await stop(stage)
  }

  /// Both sides have made it, and only the provider has changed it since.
  @Test func `a link that both sides have made gets the target that the provider gives it`() async throws {
    let stage = try await stage()
    try stage.setPause(TransferPause())
    try stage.make("/L", kind: .symlink)
    stage.tree.put(.symlink("L", to: "target"))
    try await stage.replica.synchronize()
    #expect(try stage.names("/") == ["L"])
    stage.tree.change("L") { $0.target = "theirs" }
    try await stage.replica.synchronize()
    #expect(try target("/L", stage) == "theirs")
    try stage.setPause(nil)
    try await comeToRest(stage)
    #expect(targets(stage) == ["theirs"])
    try await stop(stage)
  }

  /// The same link is made there during the call, or another one becomes it.
  @Test(arguments: [false, true]) func `a link that is made there during its creation here stays one`(isMoved: Bool)
    async throws
  {
    let stage = try await stage(faults: [Fault(.waiting, in: .create, times: 1)])
    try stage.make("/L", kind: .symlink)
    #expect(try await eventually { stage.provider.heldCount == 1 })
    if isMoved {
      stage.tree.put(MemoryItem.symlink("other", to: "elsewhere"))
      try await stage.replica.synchronize()
      stage.tree.change("other") { ($0.name, $0.target) = ("L", "target") }
    } else {
      stage.tree.put(.symlink("L", to: "target"))
    }
    try await stage.replica.synchronize()
    stage.provider.release()
    try await comeToRest(stage)
    #expect(targets(stage) == ["target"])
    try await stop(stage)
  }

  // MARK: Providers that do not report targets, or not always

  @Test func `a target that is not reported stays`() async throws {
    let stage = try await stage(.symlink("L", to: "old"))
    stage.tree.change("L") { $0.target = nil }
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try target("/L", stage) == "old")
    #expect(try await stage.push())
    #expect(stage.provider.count(.modify, of: "L") == 0)
    try await stop(stage)
  }

  @Test func `a link whose target is reported later gets it`() async throws {
    let stage = try await stage(MemoryItem("L", kind: .symlink))
    #expect(try await stage.push())
    #expect(stage.provider.count(.modify, of: "L") == 0)
    stage.tree.change("L") { $0.target = "new" }
    try await comeToRest(stage)
    #expect(try target("/L", stage) == "new")
    #expect(stage.provider.count(.modify, of: "L") == 0)
    try await stop(stage)
  }

  /// - Parameter isKnown: Whether the target was reported before.
  @Test(arguments: [false, true]) func `a deleted link does not come back since its target is reported`(isKnown: Bool)
    async throws
  {
    var link = MemoryItem.symlink("L", to: "old")
    if !isKnown { link.target = nil }
    let stage = try await stage(link)
    try stage.setPause(TransferPause())
    try stage.remove("/L")
    for target in [nil, "old"] {
      stage.tree.change("L") { $0.target = target }
      try await stage.replica.synchronize()
    }
    try stage.setPause(nil)
    try await comeToRest(stage)
    #expect(stage.tree["L"] == nil)
    #expect(try stage.item("/L") == nil)
    try await stop(stage)
  }
}
