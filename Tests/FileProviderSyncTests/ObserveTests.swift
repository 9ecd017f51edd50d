import FileProviderSync
import Testing

struct ObserveTests {
  private func statement(contents: Int) -> Statement {
    Statement(
      identifier: Scene.identifier, parent: Identifier("#1"), name: "a", kind: .document, size: 6,
      version: Version(contents: contents, metadata: contents), fields: Fields())
  }

  /// Two questions that overlap say nothing about which answer is newer.
  @Test func `Asks when an answer may be older than what was heard`() {
    var scene = Scene(.same, .same)
    let first = scene.tables.next()
    let second = scene.tables.next()
    scene.tables.observe(Scene.identifier, .statement(statement(contents: 3)), asked: first, from: .page)
    #expect(scene.tables.observation(Scene.identifier)?.isStale == false)
    scene.tables.observe(Scene.identifier, .statement(statement(contents: 2)), asked: second, from: .page)
    #expect(scene.tables.plan(Scene.document) == .ask(Scene.identifier))
  }

  /// A deletion is believed when the item itself was asked for.
  @Test func `Confirms that an item is gone`() {
    var scene = Scene(.same, .same)
    var asked = scene.tables.next()
    scene.tables.observe(Scene.identifier, .gone, asked: asked, from: .page)
    #expect(scene.tables.plan(Scene.document) == .ask(Scene.identifier))
    asked = scene.tables.next()
    scene.tables.observe(Scene.identifier, .gone, asked: asked, from: .item)
    guard case .remove(Scene.document, let discard) = scene.tables.plan(Scene.document) else {
      Issue.record("not removed")
      return
    }
    #expect(discard?.contents == Scene.ours)
  }

  /// What was asked before a call has ended is no evidence about it.
  @Test func `Asks again about what was said during a call`() {
    var scene = Scene(.edited, .same)
    guard case .call(let call) = scene.tables.plan(Scene.document) else {
      Issue.record("no call")
      return
    }
    let asked = scene.tables.next()
    _ = scene.tables.begin(call)
    scene.tables.observe(Scene.identifier, .statement(statement(contents: 2)), asked: asked, from: .page)
    #expect(scene.tables.observation(Scene.identifier)?.isStale == true)
  }
}
