import FileProviderSync
import Testing

/// What calls that seemed not to have happened have done after all.
struct LateCallTests {
  private func statement(
    _ name: String, version: Int, _ identifier: Identifier = Scene.identifier
  ) -> Statement {
    Statement(
      identifier: identifier, parent: Identifier("#1"), name: name, kind: .document, size: Scene.edited.size,
      version: Version(contents: version, metadata: version), fields: Fields())
  }

  /// Two calls sent the same bytes, and the first would have moved the document too: both is ours.
  @Test func `Confirms what an earlier call has done with what this one asked for`() {
    var scene = Scene(.edited, .same)
    let base = Version(contents: 1, metadata: 1)
    var call = Call(
      number: Scene.document, wish: .modify, kind: .document, identifier: Scene.identifier, base: base,
      place: Place(Scene.folder, "b"), parent: Identifier("#1"), snapshot: Scene.edited)
    scene.tables.failed(scene.tables.begin(call), .temporary)
    call.place = nil
    _ = scene.tables.begin(call)
    scene.tables.giveUp(Scene.document)
    scene.tables.known[7] = Scene.edited
    let asked = scene.tables.next()
    scene.tables.observe(Scene.identifier, .statement(statement("b", version: 7)), asked: asked, from: .item)
    let step = scene.tables.plan(Scene.document)
    #expect(
      step
        == .confirm(
          Scene.document, .modified(place: Place(Scene.folder, "b"), contents: true, fields: false)))
    scene.tables.perform(step)
    scene.tables.perform(scene.tables.plan(Scene.document))
    #expect(scene.tables.local(Scene.document)?.place.name == "a")
  }

  /// With paths: two items were at the place, and both seemed gone before their folder was found to have been moved.
  @Test func `Recognises the item that was at its place last`() {
    var scene = Scene(.same, .gone)
    let second = scene.tables.nextNumber()
    let place = Place(Scene.folder, "a")
    scene.tables.setLocal(second, LocalItem(number: second, place: Place(Scene.folder, "c"), kind: .document))
    scene.tables.setSynced(
      second,
      Synced(
        identifier: Scene.identifier, place: place, kind: .document, version: Version(contents: 2, metadata: 2),
        moment: scene.tables.next()))
    var asked = scene.tables.next()
    scene.tables.observe(Scene.identifier, .gone, asked: asked, from: .item)
    let moved = Identifier("moved")
    scene.tables.bind(Scene.folder, moved)
    asked = scene.tables.next()
    var there = statement("a", version: 2, Scene.newcomer)
    there.parent = moved
    scene.tables.listed(Scene.folder, as: moved, [there], asked: asked)
    #expect(scene.tables.number(of: Scene.newcomer) == second)
  }

  /// With paths: a creation found by its operation may have been moved since, and that proves nothing of identifiers.
  @Test func `Learns nothing from the place that a call asked for`() {
    var scene = Scene(.created, .same)
    guard case .call(let call) = scene.tables.plan(Scene.document) else {
      Issue.record("no call")
      return
    }
    let begun = scene.tables.begin(call)
    scene.tables.succeeded(begun, statement("elsewhere", version: 7))
    let asked = scene.tables.next()
    scene.tables.observe(Scene.identifier, .statement(statement("elsewhere", version: 8)), asked: asked, from: .item)
    #expect(!scene.tables.keepsIdentifiers)
  }
}
