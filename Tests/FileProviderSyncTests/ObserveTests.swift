import FileProviderSync
import Testing

struct ObserveTests {
  private func statement(contents: Int) -> Statement {
    Statement(
      identifier: Scene.identifier, parent: Identifier("#1"), name: "a", kind: .document, size: 6,
      version: Version(contents: contents, metadata: contents), fields: Fields())
  }

  /// Two questions that overlap say nothing about which answer is newer.
  @Test func `Asks when an answer may be older than what was reported`() {
    var scene = Scene(.same, .same)
    let first = scene.tables.next()
    let second = scene.tables.next()
    scene.tables.observe(Scene.identifier, .statement(statement(contents: 3)), asked: first, from: .change)
    #expect(scene.tables.observation(Scene.identifier)?.isStale == false)
    scene.tables.observe(Scene.identifier, .statement(statement(contents: 2)), asked: second, from: .change)
    #expect(scene.tables.plan(Scene.document) == .ask(Scene.identifier))
  }

  /// A deletion is believed when the item itself was asked for.
  @Test func `Confirms that an item is gone`() {
    var scene = Scene(.same, .same)
    var asked = scene.tables.next()
    scene.tables.observe(Scene.identifier, .gone, asked: asked, from: .change)
    #expect(scene.tables.plan(Scene.document) == .ask(Scene.identifier))
    asked = scene.tables.next()
    scene.tables.observe(Scene.identifier, .gone, asked: asked, from: .item)
    guard case .remove(Scene.document, let discard) = scene.tables.plan(Scene.document) else {
      Issue.record("not removed")
      return
    }
    #expect(discard?.contents == Scene.ours)
  }

  /// Caches lag: a listing that differs from what is known is confirmed, a change is not.
  @Test(arguments: [Tables.Source.listing, .change])
  func `Confirms what a listing reports`(_ source: Tables.Source) {
    var scene = Scene(.same, .same)
    let asked = scene.tables.next()
    scene.tables.observe(Scene.identifier, .statement(statement(contents: 2)), asked: asked, from: source)
    #expect(scene.tables.observation(Scene.identifier)?.isStale == (source == .listing))
  }

  /// With paths it may be another folder, made after that one was deleted.
  @Test func `Lists a folder that has another version`() {
    var scene = Scene(.same, .same)
    let asked = scene.tables.next()
    let folder = Statement(
      identifier: Identifier("#1"), parent: .root, name: "F", kind: .folder, size: 0,
      version: Version(contents: 2, metadata: 2), fields: Fields())
    scene.tables.observe(Identifier("#1"), .statement(folder), asked: asked, from: .change)
    scene.tables.perform(scene.tables.plan(Scene.folder))
    #expect(scene.tables.plan(Scene.folder) == .list(Scene.folder))
  }

  /// An identifier that was gone names something else when it comes back, and so do those in its folder.
  @Test func `Takes nothing that comes back for what was there`() {
    var scene = Scene(.same, .gone)
    let asked = scene.tables.next()
    scene.tables.observe(Scene.identifier, .statement(statement(contents: 2)), asked: asked, from: .item)
    #expect(scene.tables.number(of: Scene.identifier) == nil)
    #expect(scene.tables.isGone(Scene.document))

    var another = Scene(.same, .same)
    var later = another.tables.next()
    another.tables.observe(Identifier("#1"), .gone, asked: later, from: .item)
    later = another.tables.next()
    another.tables.observe(Scene.identifier, .statement(statement(contents: 2)), asked: later, from: .item)
    #expect(another.tables.number(of: Scene.identifier) == nil)
  }

  /// What was reported in a folder is asked about again when the folder is gone.
  @Test func `What was in a folder that is gone is stale`() {
    var scene = Scene(.same, .same)
    var newcomer = statement(contents: 3)
    newcomer.identifier = Scene.newcomer
    var asked = scene.tables.next()
    scene.tables.observe(Scene.newcomer, .statement(newcomer), asked: asked, from: .change)
    asked = scene.tables.next()
    scene.tables.observe(Identifier("#1"), .gone, asked: asked, from: .item)
    #expect(scene.tables.plan(Scene.newcomer) == .ask(Scene.newcomer))
  }

  /// A question that is older than the end of a folder says nothing of what is in a new one of that identifier.
  @Test func `What was asked for before its folder was gone is stale`() {
    var scene = Scene(.same, .same)
    var newcomer = statement(contents: 3)
    newcomer.identifier = Scene.newcomer
    let early = scene.tables.next()
    let asked = scene.tables.next()
    scene.tables.observe(Identifier("#1"), .gone, asked: asked, from: .item)
    scene.tables.observe(Scene.newcomer, .statement(newcomer), asked: early, from: .change)
    #expect(scene.tables.observation(Scene.newcomer)?.isStale == true)
  }

  /// An item that was reported to have moved into a folder is asked about when the folder's listing lacks it.
  @Test func `A move that the listing does not show is stale`() {
    var scene = Scene(.same, .same)
    var moved = statement(contents: 1)
    moved.parent = .root
    var asked = scene.tables.next()
    scene.tables.observe(Scene.identifier, .statement(moved), asked: asked, from: .change)
    asked = scene.tables.next()
    scene.tables.listed(.root, as: .root, [], asked: asked)
    #expect(scene.tables.observation(Scene.identifier)?.isStale == true)
  }

  /// The place that a call asked for may not be there any more.
  @Test func `Asks for both ends of a move that was refused`() {
    var scene = Scene(.moved, .same)
    guard case .call(let call) = scene.tables.plan(Scene.document) else {
      Issue.record("no call")
      return
    }
    scene.tables.failed(scene.tables.begin(call), .conflict)
    #expect(scene.tables.observation(Scene.identifier)?.isStale == true)
    #expect(scene.tables.observation(Identifier("#1"))?.isStale == true)
  }

  /// With paths a folder's move names anew what is below it, and what was gone before stays gone.
  @Test func `Keeps gone what was gone before its folder was moved`() {
    var scene = Scene(.same, .gone)
    let call = scene.tables.begin(
      Call(
        number: Scene.folder, wish: .modify, kind: .folder, identifier: Identifier("#1"), place: Place(.root, "G"),
        parent: .root))
    scene.tables.succeeded(
      call,
      Statement(
        identifier: Scene.newcomer, parent: .root, name: "G", kind: .folder, size: 0,
        version: Version(contents: 1, metadata: 2), fields: Fields()))
    #expect(scene.tables.isGone(Scene.document))
  }

  /// Others may put something into a new folder before the answer to its creation, and an expired anchor loses that.
  @Test func `Lists a folder whose creation was open when the anchor expired`() {
    var scene = Scene(.same, .same)
    let number = scene.tables.nextNumber()
    let place = Place(.root, "new")
    scene.tables.setLocal(number, LocalItem(number: number, place: place, kind: .folder))
    let call = scene.tables.begin(
      Call(number: number, wish: .create, kind: .folder, place: place, parent: .root))
    scene.tables.anchorExpired()
    let folder = Statement(
      identifier: Scene.newcomer, parent: .root, name: "new", kind: .folder, size: 0,
      version: Version(contents: 3, metadata: 3), fields: Fields())
    scene.tables.succeeded(call, folder)
    let asked = scene.tables.next()
    scene.tables.observe(Scene.newcomer, .statement(folder), asked: asked, from: .item)
    #expect(scene.tables.plan(number) == .list(number))
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
    scene.tables.observe(Scene.identifier, .statement(statement(contents: 2)), asked: asked, from: .change)
    #expect(scene.tables.observation(Scene.identifier)?.isStale == true)
  }
}
