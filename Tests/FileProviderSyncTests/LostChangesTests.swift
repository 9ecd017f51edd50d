import FileProviderSync
import Testing

/// What is known of an item whose folder is gone, and what the changes that were lost may have said.
struct LostChangesTests {
  private func statement(_ identifier: Identifier, in parent: Identifier, _ name: String, _ kind: Kind) -> Statement {
    Statement(
      identifier: identifier, parent: parent, name: name, kind: kind, size: 6,
      version: Version(contents: 1, metadata: 1), fields: Fields())
  }

  /// An answer that was asked for before the anchor expired may be of something that was deleted since.
  @Test func `A newcomer that was asked for before the anchor expired is stale`() {
    var scene = Scene(.same, .same)
    let asked = scene.tables.next()
    scene.tables.anchorExpired()
    scene.tables.observe(
      Scene.newcomer, .statement(statement(Scene.newcomer, in: .root, "b", .document)), asked: asked, from: .change)
    #expect(scene.tables.plan(Scene.newcomer) == .ask(Scene.newcomer))
  }

  /// The same of what a call created: others may have deleted it before the answer came.
  @Test func `What was created while the anchor expired is stale`() {
    var scene = Scene(.created, .same)
    guard case .call(let call) = scene.tables.plan(Scene.document) else {
      Issue.record("no call")
      return
    }
    let begun = scene.tables.begin(call)
    scene.tables.anchorExpired()
    scene.tables.succeeded(begun, statement(Scene.identifier, in: Identifier("#1"), "a", .document))
    #expect(scene.tables.plan(Scene.document) == .ask(Scene.identifier))
  }

  /// What is in a folder that is gone may have been moved out of it before: the changes report that.
  @Test func `Reads the changes before what is in a deleted folder is removed`() {
    var scene = Scene(.same, .same)
    var asked = scene.tables.next()
    scene.tables.observe(Identifier("#1"), .gone, asked: asked, from: .item)
    #expect(scene.tables.plan(Scene.document) == .wait(.changes))
    #expect(scene.tables.wantsChanges)
    asked = scene.tables.next()
    scene.tables.changesRead = asked
    guard case .remove = scene.tables.plan(Scene.document) else {
      Issue.record("not removed")
      return
    }
  }

  /// If that may be among the changes that were lost, each item is asked for.
  @Test func `Asks for what is in a deleted folder after the anchor expired`() {
    var scene = Scene(.same, .same)
    scene.tables.anchorExpired()
    let asked = scene.tables.next()
    scene.tables.observe(Identifier("#1"), .gone, asked: asked, from: .item)
    #expect(scene.tables.plan(Scene.document) == .ask(Scene.identifier))
  }

  /// A folder that was gone is back, and in it an item in the version that is synced: that is the item.
  @Test func `Knows an item by its version in a folder that is back`() {
    var scene = Scene(.same, .same)
    var asked = scene.tables.next()
    scene.tables.observe(Identifier("#1"), .gone, asked: asked, from: .item)
    asked = scene.tables.next()
    let item = statement(Scene.identifier, in: Identifier("#1"), "a", .document)
    scene.tables.observe(Scene.identifier, .statement(item), asked: asked, from: .item)
    #expect(scene.tables.number(of: Scene.identifier) == Scene.document)
    #expect(!scene.tables.isGone(Scene.document))
    #expect(!scene.tables.keepsIdentifiers)
  }

  /// Even an answer that may be out of date proves that identifiers are not paths.
  @Test func `Learns from an older answer that identifiers are not paths`() {
    var scene = Scene(.same, .same)
    let early = scene.tables.next()
    let reported = scene.tables.next()
    scene.tables.update(Scene.document) { $0.moment = reported }
    scene.tables.observe(
      Scene.identifier, .statement(statement(Scene.identifier, in: .root, "b", .document)), asked: early, from: .change)
    #expect(scene.tables.observation(Scene.identifier)?.isStale == true)
    #expect(scene.tables.keepsIdentifiers)
  }
}
