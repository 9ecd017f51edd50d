import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import FileProviderReplica

/// Conflict copies, also those that were uploaded, and whose creation the power took back here.
@Suite struct ConflictCopyTests {
  private func stage() async throws -> ReplicaStage {
    let stage = try await ReplicaStage(.plain)
    try await stage.replica.synchronize(listsEverything: true)
    for path in ["/a", "/folder/b"] { _ = try await stage.read(path) }
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

  /// How this machine names such a copy of the document `a`.
  private func copyName(_ stage: ReplicaStage) async throws -> String {
    await stage.stop()
    try stage.write("/folder/b", "ours of b")
    stage.tree.change("b") { $0.contents = Data("theirs of b".utf8) }
    try await stage.restart()
    try await comeToRest(stage)
    let name = try #require(try stage.names("/folder").first { $0.hasPrefix("b (conflict") })
    return "a" + name.dropFirst()
  }

  private func texts(_ stage: ReplicaStage) -> [String] {
    stage.tree.items.map { String(decoding: $0.contents, as: UTF8.self) }
  }

  /// - Parameter change: What is otherwise in the copy that the provider has.
  private func cut(_ stage: ReplicaStage, change: (inout MemoryItem) -> Void = { _ in }) async throws {
    let name = try await copyName(stage)
    await stage.stop()
    try stage.write("/a", "ours")
    let item = try #require(try stage.item("/a"))
    var copy = MemoryItem("X", in: MemoryItem.root, name: name, contents: "ours")
    (copy.created, copy.modified) = (item.created.date, item.modified.date)
    change(&copy)
    stage.tree.change("a") { $0.contents = Data("theirs".utf8) }
    stage.tree.put(copy)
    try await stage.restart(isOtherBoot: true)
    try await comeToRest(stage)
  }

  @Test func `the user gets to know of each conflict`() async throws {
    let stage = try await stage()
    let events = Monitor<[UserEvent]>([])
    await stage.stop()
    for path in ["/a", "/folder/b"] { try stage.write(path, "ours") }
    for name in ["a", "b"] { stage.tree.change(name) { $0.contents = Data("theirs of \(name)".utf8) } }
    try await stage.restart()
    stage.replica.whenUserIsToDecide { event in events.withLock { $0.append(event) } }
    try await comeToRest(stage)
    var expected: Set<UserEvent> = []
    for (folder, name) in [("/", "a"), ("/folder/", "b")] {
      let copy = try #require(try stage.names(folder).first { $0.hasPrefix("\(name) (conflict") })
      expected.insert(.conflict(document: try stage.id(folder + name), copy: try stage.id(folder + copy)))
    }
    #expect(Set(events.read { $0 }) == expected && events.read { $0.count } == 2)
    await stage.stop()
  }

  /// It has read what was changed here, and may be about to write over that.
  @Test func `there is no conflict as long as a program has the document open`() async throws {
    let stage = try await stage()
    await stage.stop()
    try stage.write("/a", "ours")
    stage.tree.change("a") { $0.contents = Data("theirs of a".utf8) }
    let mount = try ItemStore(directory: stage.directory)
    let program = try mount.contents.openDocuments.open(stage.id("/a"))
    try await stage.restart()
    for _ in 0..<3 { try await stage.replica.synchronize(listsEverything: true) }
    #expect(try stage.names("/").allSatisfy { !$0.contains("conflict") })
    #expect(try await stage.read("/a") == "ours")
    _ = consume program
    try await comeToRest(stage)
    #expect(try await stage.read("/a") == "theirs of a")
    let copy = try #require(try stage.names("/").first { $0.hasPrefix("a (conflict") })
    #expect(try await stage.read("/" + copy) == "ours")
    await stage.stop()
  }

  @Test func `such a copy is not made again`() async throws {
    let stage = try await stage()
    try await cut(stage)
    #expect(texts(stage).count { $0 == "ours" } == 1)
    #expect(stage.providedText("/a") == "theirs")
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  /// The copy of an earlier conflict has an earlier date.
  @Test func `an edit since is copied again`() async throws {
    let stage = try await stage()
    try await cut(stage) {
      $0.contents = Data("past".utf8)
      $0.modified = $0.modified?.addingTimeInterval(-5)
    }
    #expect(texts(stage).count { $0 == "ours" } == 1)
    #expect(texts(stage).contains("past"))
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  /// As of a program that writes as many bytes as before, and sets the date.
  @Test func `other contents of the same size and date are copied`() async throws {
    let stage = try await stage()
    try await cut(stage) { $0.contents = Data("past".utf8) }
    #expect(texts(stage).count { $0 == "ours" } == 1)
    #expect(texts(stage).contains("past"))
    #expect(stage.providedText("/a") == "theirs")
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  /// Without any power cut.
  @Test func `a second conflict is copied whose contents have the size and the date of the first`() async throws {
    let stage = try await stage()
    for text in ["our first", "our other"] {
      _ = try await stage.read("/a")
      await stage.stop()
      try stage.write("/a", text)
      try stage.change("/a") { (transaction, id) throws(StoreError) in
        var changes = AttributeChanges()
        changes.modified = Timestamp(rawValue: 1_700_000_000_000_000_000)
        _ = try transaction.setAttributes(changes, of: id)
      }
      stage.tree.change("a") { $0.contents = Data("theirs instead of \(text)".utf8) }
      try await stage.restart()
      try await comeToRest(stage)
    }
    for text in ["our first", "our other"] { #expect(texts(stage).count { $0 == text } == 1) }
    #expect(stage.providedText("/a") == "theirs instead of our other")
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  // MARK: Equal contents

  /// Edits the document `a` on both sides while no process runs.
  private func edit(_ stage: ReplicaStage, here: String, there: String) async throws {
    await stage.stop()
    try stage.write("/a", here)
    stage.tree.change("a") {
      ($0.contents, $0.modified) = (Data(there.utf8), Date(timeIntervalSince1970: 1_700_000_000))
    }
    try await stage.restart()
    try await comeToRest(stage)
  }

  private func conflicts(_ stage: ReplicaStage) -> [String] {
    stage.tree.items.map(\.name).filter { $0.contains("conflict") }
  }

  @Test func `equal contents are no conflict, whatever their dates`() async throws {
    let stage = try await stage()
    try await edit(stage, here: "the same", there: "the same")
    #expect(conflicts(stage).isEmpty)
    #expect(texts(stage).count { $0 == "the same" } == 1)
    #expect(try stage.item("/a")?.modified.date == stage.tree["a"]?.modified)
    // It is the same document on both sides, and goes on as one.
    try stage.write("/a", "newer")
    try await comeToRest(stage)
    #expect(stage.providedText("/a") == "newer" && conflicts(stage).isEmpty)
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  @Test func `other contents of the same size are a conflict`() async throws {
    let stage = try await stage()
    try await edit(stage, here: "ours", there: "them")
    #expect(conflicts(stage).count == 1)
    #expect(stage.providedText("/a") == "them" && texts(stage).count { $0 == "ours" } == 1)
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  /// As of a server that gets both in one call, takes the contents, and refuses the name.
  @Test(arguments: [NSFileProviderError.Code.filenameCollision, .versionNoLongerAvailable], [false, true])
  func `a change of contents and place whose second half is refused makes no conflict`(
    _ code: NSFileProviderError.Code, isEditedSince: Bool
  ) async throws {
    let stage = try await stage()
    await stage.stop()
    try stage.write("/a", "ours")
    try stage.move("/a", to: "/moved")
    let id = try stage.id("/moved")
    stage.provider.fail([.failing(code, in: .modify, of: "a", times: 1)])
    let isFirst = Monitor(true)
    stage.provider.tellChanges { [stage] line in
      let begins = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      guard begins else { return }
      stage.tree.change("a") { $0.contents = Data("ours".utf8) }
      if isEditedSince { try? stage.write("/moved", "newer") }
    }
    try await stage.restart()
    try await comeToRest(stage)
    #expect(conflicts(stage).isEmpty)
    #expect(texts(stage).count { $0 == "ours" } == (isEditedSince ? 0 : 1))
    #expect(texts(stage).count { $0 == "newer" } == (isEditedSince ? 1 : 0))
    let name = try #require(stage.tree["a"]?.name)
    #expect(name.hasPrefix("moved"))
    #expect(try stage.id("/" + name) == id)
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  @Test(arguments: [
    Fault(.neverAfterwards, in: .modify, of: "a", times: 1),
    .init(
      .errorAfterwards, in: .modify, of: "a", times: 1,
      code: NSFileProviderError.Code.versionNoLongerAvailable.rawValue),
  ]) func `a change whose answer is lost and a rename there make no conflict`(fault: Fault) async throws {
    let stage = try await stage()
    var limits = ReplicaLimits.quick
    limits.fetch = .milliseconds(300)
    await stage.stop()
    try stage.write("/a", "ours")
    let id = try stage.id("/a")
    stage.provider.fail([fault])
    try await stage.restart(limits: limits)
    #expect(try await eventually { stage.tree["a"]?.contents == Data("ours".utf8) })
    stage.tree.change("a") { $0.name = "theirs" }
    stage.provider.base.signal()
    try await comeToRest(stage)
    #expect(conflicts(stage).isEmpty)
    #expect(texts(stage).count { $0 == "ours" } == 1)
    #expect(try stage.id("/theirs") == id)
    await stage.stop()
    #expect(try stage.findings() == [])
  }
}
