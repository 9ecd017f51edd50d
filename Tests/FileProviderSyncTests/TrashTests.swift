import FileProviderSync
import Testing

/// To the trash is a move. Names in it need not differ.
struct TrashTests {
  private static let place = Place(.trash, "a")

  /// A scene of a provider with a trash, in which lies another item with the document's name.
  private func scene(_ local: Scene.Local = .same, isInTrash: Bool = false) -> Scene {
    var scene = Scene(.deleted, .same, in: Scene.beginning(hasTrash: true))
    let other = scene.tables.nextNumber()
    for (number, identifier) in [(other, Scene.newcomer), (Scene.document, Scene.identifier)] {
      let isThere = number == other || isInTrash
      let place = isThere ? Self.place : Place(Scene.folder, "a")
      scene.tables.setSynced(
        number,
        Synced(
          identifier: identifier, place: place, kind: .document, version: Version(contents: 1, metadata: 1),
          contents: Scene.ours, moment: .zero))
      if number == other || local != .deleted {
        scene.tables.setLocal(
          number, LocalItem(number: number, place: place, kind: .document, contents: Scene.ours))
      }
    }
    return scene
  }

  private func place(_ place: Place, in scene: inout Scene) {
    scene.tables.setLocal(
      Scene.document, LocalItem(number: Scene.document, place: place, kind: .document, contents: Scene.ours))
  }

  private func observe(
    _ parent: Identifier, contents: Int = 1, _ identifier: Identifier = Scene.identifier, in scene: inout Scene
  ) {
    let asked = scene.tables.next()
    let statement = Statement(
      identifier: identifier, parent: parent, name: "a", kind: .document, size: 6,
      version: Version(contents: contents, metadata: 9), fields: Fields())
    scene.tables.observe(identifier, .statement(statement), asked: asked, from: .change)
  }

  /// An item is moved into the trash, and out of it, on either side.
  @Test(arguments: [false, true]) func `Moves an item into the trash and out of it`(isInTrash: Bool) {
    let there = isInTrash ? Place(Scene.folder, "a") : Self.place
    var here = scene(isInTrash: isInTrash)
    place(there, in: &here)
    guard case .call(let call) = here.tables.plan(Scene.document) else {
      Issue.record("planned \(here.tables.plan(Scene.document))")
      return
    }
    #expect(call.wish == .modify && call.place == there)
    #expect(call.parent == (isInTrash ? Identifier("#1") : .trash))

    var atProvider = scene(isInTrash: isInTrash)
    observe(isInTrash ? Identifier("#1") : .trash, in: &atProvider)
    #expect(atProvider.tables.plan(Scene.document) == .take(Scene.document, at: there, .kept))
  }

  /// A deletion outlives a move to the trash, and contents outlive both.
  @Test func `Deletes what the other side has trashed`() {
    var deletedHere = scene(.deleted)
    observe(.trash, in: &deletedHere)
    #expect(deletedHere.tables.plan(Scene.document) == .acknowledge(Scene.document))
    observe(.trash, contents: 2, in: &deletedHere)
    #expect(deletedHere.tables.plan(Scene.document) == .restore(Scene.document))

    var inTrash = scene(.deleted, isInTrash: true)
    guard case .call(let call) = inTrash.tables.plan(Scene.document) else {
      Issue.record("planned \(inTrash.tables.plan(Scene.document))")
      return
    }
    #expect(call.wish == .delete)
    let asked = inTrash.tables.next()
    inTrash.tables.observe(Scene.identifier, .gone, asked: asked, from: .item)
    #expect(inTrash.tables.plan(Scene.document) == .forget(Scene.document))
  }

  /// Both have the name `a`, and neither gets another.
  @Test func `Lets new items in the trash have equal names`() {
    var scene = scene()
    let new = scene.tables.nextNumber()
    scene.tables.setLocal(new, LocalItem(number: new, place: Self.place, kind: .document, contents: Scene.ours))
    observe(.trash, Identifier("#20"), in: &scene)
    #expect(scene.tables.plan(Identifier("#20")) == .create(Identifier("#20")))
    guard case .call(let call) = scene.tables.plan(new) else {
      Issue.record("planned \(scene.tables.plan(new))")
      return
    }
    #expect(call.wish == .create && call.place == Self.place)
  }

  /// What the provider has in its trash is gone.
  @Test func `Removes what is moved to a trash that the domain does not have`() {
    var scene = Scene(.same, .same)
    observe(.trash, in: &scene)
    #expect(scene.tables.plan(Scene.document) == .ask(Scene.identifier))
    let asked = scene.tables.next()
    let statement = Statement(
      identifier: Scene.identifier, parent: .trash, name: "a", kind: .document, size: 6,
      version: Version(contents: 1, metadata: 9), fields: Fields())
    scene.tables.observe(Scene.identifier, .statement(statement), asked: asked, from: .item)
    guard case .remove(Scene.document, _) = scene.tables.plan(Scene.document) else {
      Issue.record("planned \(scene.tables.plan(Scene.document))")
      return
    }
    observe(.trash, Scene.newcomer, in: &scene)
    #expect(scene.tables.plan(Scene.newcomer) == .nothing)
  }

  /// It is never moved, renamed, asked for or deleted, and what is in it is listed.
  @Test func `Does nothing with the trash itself but list it`() {
    var scene = scene()
    #expect(scene.tables.plan(ItemNumber.trash) == .nothing)
    scene.tables.anchorExpired()
    #expect(scene.tables.plan(ItemNumber.trash) == .list(.trash))
    let asked = scene.tables.next()
    scene.tables.listed(.root, as: .root, [], asked: asked)
    #expect(scene.tables.number(of: .trash) == .trash)
    #expect(!scene.tables.isGone(.trash))
  }
}
