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

  /// It has left the folder, under the name that was asked for.
  @Test func `Asks no item about a place at which it was not reported`() {
    var scene = Scene(.created, .same, .unknown)
    let other = scene.tables.nextNumber()
    scene.tables.setSynced(
      other,
      Synced(
        identifier: Scene.newcomer, place: Place(Scene.folder, "x"), kind: .document,
        version: Version(contents: 2, metadata: 2), moment: .zero))
    var moved = statement("a", version: 2, Scene.newcomer)
    moved.parent = .root
    let first = scene.tables.next()
    scene.tables.observe(Scene.newcomer, .statement(moved), asked: first, from: .change)
    for _ in 0..<2 {
      let asked = scene.tables.next()
      scene.tables.listed(Scene.folder, as: Identifier("#1"), [], asked: asked)
    }
    #expect(scene.tables.observation(Scene.newcomer)?.isStale == true)
    #expect(scene.tables.plan(Scene.document) == .didNotHappen(Scene.document))
  }

  /// A scene of a document that was moved here, whose move the provider has refused, and that is not where it was.
  private func refused(_ refusal: Refusal) -> Scene {
    var scene = Scene(.moved, .same)
    guard case .call(let call) = scene.tables.plan(Scene.document) else { return scene }
    scene.tables.failed(scene.tables.begin(call), refusal)
    let asked = scene.tables.next()
    scene.tables.observe(Scene.identifier, .gone, asked: asked, from: .item)
    scene.tables.observe(
      Identifier("#1"),
      .statement(
        Statement(
          identifier: Identifier("#1"), parent: .root, name: "F", kind: .folder, size: 0,
          version: Version(contents: 1, metadata: 1), fields: Fields())), asked: scene.tables.next(), from: .item)
    return scene
  }

  /// With paths: a request that came twice has moved the document, and is then refused, since it is not there any more.
  @Test func `Looks for a document that was moved by a call whose repetition was refused`() {
    let scene = refused(.missing)
    #expect(scene.tables.plan(Scene.document) == .list(Scene.folder))
  }

  /// It would have been a call on a version that was not the last any more.
  @Test func `Does not look for what a call on an earlier version would have moved`() {
    var scene = Scene(.moved, .same)
    guard case .call(let call) = scene.tables.plan(Scene.document) else {
      Issue.record("no call")
      return
    }
    scene.tables.failed(scene.tables.begin(call), .conflict)
    scene.tables.update(Scene.document) { $0.version = Version(contents: 3, metadata: 3) }
    scene.tables.perform(.place(Scene.document, at: Place(Scene.folder, "a")))
    for identifier in [Identifier("#1"), Scene.identifier] {
      let asked = scene.tables.next()
      let folder = Statement(
        identifier: identifier, parent: .root, name: "F", kind: .folder, size: 0,
        version: Version(contents: 1, metadata: 1), fields: Fields())
      scene.tables.observe(
        identifier, identifier == Scene.identifier ? .gone : .statement(folder), asked: asked, from: .item)
    }
    guard case .remove(Scene.document, _) = scene.tables.plan(Scene.document) else {
      Issue.record("planned \(scene.tables.plan(Scene.document))")
      return
    }
  }

  /// With paths: a folder may have been moved to two places. One of them is in a folder that was in it.
  @Test func `Looks elsewhere before it waits for a folder that was lost with it`() {
    var scene = Scene(.same, .same)
    let inner = scene.tables.nextNumber()
    scene.tables.setLocal(inner, LocalItem(number: inner, place: Place(.root, "G"), kind: .folder))
    scene.tables.setSynced(
      inner,
      Synced(
        identifier: Scene.newcomer, place: Place(Scene.folder, "G"), kind: .folder,
        version: Version(contents: 3, metadata: 3), moment: .zero))
    let move = Call(
      number: Scene.folder, wish: .modify, kind: .folder, identifier: Identifier("#1"),
      base: Version(contents: 1, metadata: 1), place: Place(.root, "a"), parent: .root)
    scene.tables.failed(scene.tables.begin(move), .missing)
    scene.tables.setLocal(Scene.folder, LocalItem(number: Scene.folder, place: Place(inner, "F"), kind: .folder))
    for identifier in [Identifier("#1"), Scene.newcomer] {
      let asked = scene.tables.next()
      scene.tables.observe(identifier, .gone, asked: asked, from: .item)
    }
    #expect(scene.tables.plan(inner) == .list(.root))
    for _ in 0..<2 {
      #expect(scene.tables.plan(Scene.folder) == .list(.root))
      let asked = scene.tables.next()
      scene.tables.listed(.root, as: .root, [], asked: asked)
    }
    // It is nowhere, and neither is the other one: what was in it goes first.
    #expect(scene.tables.plan(Scene.folder) == .wait(.item(Scene.document)))
  }

  /// With paths: a folder was to be made in another one, which was moved into it here, and is gone.
  @Test func `Does not look for a folder where it can only be after what is looked for in it has left`() {
    var scene = Scene(.same, .same)
    let other = scene.tables.nextNumber()
    scene.tables.setLocal(other, LocalItem(number: other, place: Place(.root, "G"), kind: .folder))
    _ = scene.tables.begin(
      Call(
        number: other, wish: .create, kind: .folder, place: Place(Scene.folder, "c"), parent: Identifier("#1")))
    scene.tables.giveUp(other)
    scene.tables.setLocal(Scene.folder, LocalItem(number: Scene.folder, place: Place(other, "F"), kind: .folder))
    let asked = scene.tables.next()
    scene.tables.observe(Identifier("#1"), .gone, asked: asked, from: .item)
    #expect(scene.tables.plan(Scene.folder) == .wait(.item(other)))
    #expect(scene.tables.plan(other) == .didNotHappen(other))
  }

  /// With paths: the folder has the version of the one that was to be moved there.
  @Test func `Takes no folder for a new one that another call has moved there`() {
    var scene = Scene(.same, .same)
    let place = Place(.root, "G")
    var move = Call(
      number: Scene.folder, wish: .modify, kind: .folder, identifier: Identifier("#1"),
      base: Version(contents: 1, metadata: 1), place: place, parent: .root)
    move = scene.tables.begin(move)
    scene.tables.giveUp(Scene.folder)
    scene.tables.failed(move, .temporary)
    let second = scene.tables.nextNumber()
    scene.tables.setLocal(second, LocalItem(number: second, place: place, kind: .folder))
    _ = scene.tables.begin(Call(number: second, wish: .create, kind: .folder, place: place, parent: .root))
    scene.tables.giveUp(second)
    func isThere(version: Int) -> Step {
      var tables = scene.tables
      for _ in 0..<2 {
        let asked = tables.next()
        let there = Statement(
          identifier: Scene.newcomer, parent: .root, name: "G", kind: .folder, size: 0,
          version: Version(contents: version, metadata: 9), fields: Fields())
        let first = Statement(
          identifier: Identifier("#1"), parent: .root, name: "F", kind: .folder, size: 0,
          version: Version(contents: 1, metadata: 1), fields: Fields())
        tables.listed(.root, as: .root, [first, there], asked: asked)
      }
      return tables.plan(second)
    }
    #expect(isThere(version: 7) == .confirm(second, .created(Scene.newcomer)))
    #expect(isThere(version: 1) != .confirm(second, .created(Scene.newcomer)))
  }

  /// With paths: the answer may yet give the identifier to what was created here, and take it from what is there now.
  @Test func `Waits for a creation at the place of something else`() {
    var scene = Scene(.created, .same)
    guard case .call(let call) = scene.tables.plan(Scene.document) else {
      Issue.record("no call")
      return
    }
    _ = scene.tables.begin(call)
    for (name, step) in [("a", Step.wait(.call(Scene.document))), ("b", .create(Scene.newcomer))] {
      var tables = scene.tables
      let asked = tables.next()
      let folder = Statement(
        identifier: Scene.newcomer, parent: Identifier("#1"), name: name, kind: .folder, size: 0,
        version: Version(contents: 9, metadata: 9), fields: Fields())
      tables.observe(Scene.newcomer, .statement(folder), asked: asked, from: .change)
      #expect(tables.plan(Scene.newcomer) == step)
    }
  }

  /// A folder that was to be moved to the name G in the root, where the provider did not find it.
  private func sceneOfMovedFolder() -> Scene {
    var scene = Scene(.same, .same)
    let move = scene.tables.begin(
      Call(
        number: Scene.folder, wish: .modify, kind: .folder, identifier: Identifier("#1"),
        base: Version(contents: 1, metadata: 1), place: Place(.root, "G"), parent: .root))
    scene.tables.failed(move, .missing)
    return scene
  }

  /// With paths: a folder at the place where one was to be moved, which is not where it was.
  @Test(arguments: [1, 7]) func `Recognises a folder that was moved by its version`(version: Int) {
    var scene = sceneOfMovedFolder()
    var asked = scene.tables.next()
    scene.tables.observe(Identifier("#1"), .gone, asked: asked, from: .item)
    let there = Statement(
      identifier: Scene.newcomer, parent: .root, name: "G", kind: .folder, size: 0,
      version: Version(contents: version, metadata: 9), fields: Fields())
    for _ in 0..<2 {
      asked = scene.tables.next()
      scene.tables.listed(.root, as: .root, [there], asked: asked)
    }
    let step = scene.tables.plan(Scene.folder)
    if case .recognise(Scene.folder, Scene.newcomer, _, _) = step {
      #expect(version == 1)
    } else {
      #expect(version == 7)
    }
  }

  private func folder(_ name: String, _ identifier: Identifier, version: Int) -> Statement {
    Statement(
      identifier: identifier, parent: .root, name: name, kind: .folder, size: 0,
      version: Version(contents: version, metadata: version), fields: Fields())
  }

  private func observe(_ identifier: Identifier, _ report: Observation.Report, in tables: inout Tables) {
    let asked = tables.next()
    tables.observe(identifier, report, asked: asked, from: .item)
  }

  private func list(
    _ number: ItemNumber, as identifier: Identifier, _ statements: [Statement], in tables: inout Tables
  ) {
    let asked = tables.next()
    tables.listed(number, as: identifier, statements, asked: asked)
  }

  /// With paths: a folder was moved late, and another has its path by now. What went with it is not removed before the folder
  /// is looked for where it was to be moved.
  @Test(arguments: [1, 7]) func `Keeps what was in a folder whose path another has until it is looked for`(
    version: Int
  ) {
    var tables = sceneOfMovedFolder().tables
    let other = folder("F", Identifier("#1"), version: 5)
    observe(Scene.identifier, .gone, in: &tables)
    observe(other.identifier, .statement(other), in: &tables)
    for _ in 0..<2 where tables.plan(Scene.folder) == .list(.root) {
      #expect(tables.plan(Scene.document) == .wait(.item(Scene.folder)))
      list(.root, as: .root, [other, folder("G", Scene.newcomer, version: version)], in: &tables)
    }
    if version == 1 { #expect(tables.plan(Scene.document) == .wait(.item(Scene.folder))) }
    tables.perform(tables.plan(Scene.folder))
    // What is there is somebody else's: the folder is gone, and so is the document.
    if version == 7, case .remove(Scene.document, _) = tables.plan(Scene.document) { return }
    #expect(tables.synced(Scene.folder)?.identifier == Scene.newcomer)
    #expect(tables.plan(Scene.document) == .list(Scene.folder))
    var there = statement("a", version: 1, Identifier("moved"))
    there.parent = Scene.newcomer
    list(Scene.folder, as: Scene.newcomer, [there], in: &tables)
    #expect(tables.number(of: there.identifier) == Scene.document)
  }

  /// With paths: a folder was moved late, and another has its path by now, with a document at the path of one that was deleted here.
  @Test func `Restores no document for another in a folder that has the path of its own`() {
    var tables = sceneOfMovedFolder().tables
    tables.setLocal(Scene.document, nil)
    observe(Identifier("#1"), .statement(folder("F", Identifier("#1"), version: 1)), in: &tables)
    observe(Scene.identifier, .statement(statement("a", version: 7)), in: &tables)
    #expect(tables.plan(Scene.document) == .ask(Identifier("#1")))
    let other = folder("F", Identifier("#1"), version: 5)
    observe(other.identifier, .statement(other), in: &tables)
    #expect(tables.plan(Scene.document) == .wait(.item(Scene.folder)))
    list(.root, as: .root, [other, folder("G", Scene.newcomer, version: 1)], in: &tables)
    tables.perform(tables.plan(Scene.folder))
    var there = statement("a", version: 1, Identifier("moved"))
    there.parent = Scene.newcomer
    list(Scene.folder, as: Scene.newcomer, [there], in: &tables)
    #expect(tables.number(of: there.identifier) == Scene.document)
    #expect(tables.local(Scene.document) == nil)
  }

  /// With paths: a document was moved late into a folder that was moved late after it. What another folder at the path of that
  /// one lacks is no evidence.
  @Test func `Looks for a document where its folder is, and not in another that has the path of that`() {
    var tables = sceneOfMovedFolder().tables
    tables.update(Scene.document) { $0.place = Place(.root, "x") }
    let move = tables.begin(
      Call(
        number: Scene.document, wish: .modify, kind: .document, identifier: Scene.identifier,
        base: Version(contents: 1, metadata: 1), place: Place(Scene.folder, "a"), parent: Identifier("#1")))
    tables.failed(move, .temporary)
    observe(Scene.identifier, .gone, in: &tables)
    observe(Identifier("#1"), .statement(folder("F", Identifier("#1"), version: 1)), in: &tables)
    #expect(tables.plan(Scene.document) == .list(Scene.folder))
    for _ in 0..<2 { list(Scene.folder, as: Identifier("#1"), [], in: &tables) }
    // It may have left after it was reported, and before it was listed.
    #expect(tables.plan(Scene.document) == .ask(Identifier("#1")))
    let other = folder("F", Identifier("#1"), version: 5)
    observe(Identifier("#1"), .statement(other), in: &tables)
    for _ in 0..<2 {
      // Or the document may be where it was before.
      #expect(tables.plan(Scene.document) == .list(.root))
      list(.root, as: .root, [other, folder("G", Scene.newcomer, version: 1)], in: &tables)
    }
    #expect(tables.plan(Scene.document) == .wait(.item(Scene.folder)))
    tables.perform(tables.plan(Scene.folder))
    #expect(tables.synced(Scene.folder)?.identifier == Scene.newcomer)
    #expect(tables.plan(Scene.document) == .list(Scene.folder))
    var there = statement("a", version: 1, Identifier("moved"))
    there.parent = Scene.newcomer
    list(Scene.folder, as: Scene.newcomer, [there], in: &tables)
    observe(Scene.newcomer, .statement(folder("G", Scene.newcomer, version: 1)), in: &tables)
    tables.perform(tables.plan(Scene.document))
    #expect(tables.synced(Scene.document)?.identifier == there.identifier)
  }

  /// With paths: a folder was to be moved into one that was in it, and another has its path. Where it is does not depend on itself.
  @Test func `Ends a search for a folder in one that was in it`() {
    var tables = Scene(.same, .same).tables
    let inner = tables.nextNumber()
    tables.setLocal(inner, LocalItem(number: inner, place: Place(.root, "G"), kind: .folder))
    tables.setSynced(
      inner,
      Synced(
        identifier: Scene.newcomer, place: Place(Scene.folder, "G"), kind: .folder,
        version: Version(contents: 3, metadata: 3), moment: .zero))
    let move = tables.begin(
      Call(
        number: Scene.folder, wish: .modify, kind: .folder, identifier: Identifier("#1"),
        base: Version(contents: 1, metadata: 1), place: Place(inner, "F"), parent: Scene.newcomer))
    tables.failed(move, .temporary)
    let other = folder("F", Identifier("#1"), version: 5)
    observe(other.identifier, .statement(other), in: &tables)
    var there = folder("G", Scene.newcomer, version: 3)
    there.parent = other.identifier
    let steps: [Step] = [.list(inner), .ask(Scene.newcomer), .list(inner), .ask(Scene.newcomer)]
    for step in steps {
      #expect(tables.plan(Scene.folder) == step)
      if case .list = step { list(inner, as: Scene.newcomer, [], in: &tables) }
      if case .ask = step { observe(there.identifier, .statement(there), in: &tables) }
    }
    #expect(tables.plan(Scene.folder) == .take(Scene.folder, at: Place(.root, "F"), .kept))
  }

  /// With paths: a folder was to be moved to a place that a new one has by now, and was moved into that here.
  @Test func `Takes a folder at the place of a new one once that which was to be moved there is not found there`() {
    var scene = sceneOfMovedFolder()
    let new = scene.tables.nextNumber()
    scene.tables.setLocal(new, LocalItem(number: new, place: Place(.root, "G"), kind: .folder))
    scene.tables.setLocal(Scene.folder, LocalItem(number: Scene.folder, place: Place(new, "F"), kind: .folder))
    var asked = scene.tables.next()
    scene.tables.observe(Identifier("#1"), .gone, asked: asked, from: .item)
    let there = Statement(
      identifier: Scene.newcomer, parent: .root, name: "G", kind: .folder, size: 0,
      version: Version(contents: 7, metadata: 9), fields: Fields())
    for _ in 0..<2 {
      #expect(scene.tables.plan(Scene.folder) == .list(.root))
      asked = scene.tables.next()
      scene.tables.listed(.root, as: .root, [there], asked: asked)
    }
    #expect(scene.tables.plan(Scene.folder) == .wait(.item(new)))
    #expect(scene.tables.plan(Scene.newcomer) == .adopt(new, Scene.newcomer, nil))
  }

  /// With paths: a move that seemed not to have happened has sent other fields than the item has by now.
  @Test func `Knows the fields that any earlier call has sent where it recognises a document`() {
    var scene = Scene(.moved, .same)
    func setField(_ value: Int) {
      var item = scene.tables.local(Scene.document)!
      item.fields = Fields([value])
      scene.tables.setLocal(Scene.document, item)
    }
    scene.tables.update(Scene.document) { $0.fields = Fields([0]) }
    setField(1)
    guard case .call(let call) = scene.tables.plan(Scene.document) else {
      Issue.record("no call")
      return
    }
    scene.tables.failed(scene.tables.begin(call), .temporary)
    setField(2)
    var asked = scene.tables.next()
    scene.tables.observe(Scene.identifier, .gone, asked: asked, from: .item)
    var there = statement("moved here", version: 1, Scene.newcomer)
    there.fields = Fields([1])
    asked = scene.tables.next()
    scene.tables.listed(Scene.folder, as: Identifier("#1"), [there], asked: asked)
    scene.tables.perform(scene.tables.plan(Scene.document))
    #expect(scene.tables.synced(Scene.document)?.identifier == Scene.newcomer)
    #expect(scene.tables.synced(Scene.document)?.fields == Fields([1]))
    #expect(scene.tables.local(Scene.document)?.fields == Fields([2]))
  }

  /// A document that was deleted here may be where a new folder is to be made. The folder that the document was in is gone, and waits for the new one.
  @Test func `Looks for a document before it waits for a folder that may wait for it`() {
    var scene = Scene(.same, .same)
    let place = Place(.root, "A")
    let move = scene.tables.begin(
      Call(
        number: Scene.document, wish: .modify, kind: .document, identifier: Scene.identifier,
        base: Version(contents: 1, metadata: 1), place: place, parent: .root))
    scene.tables.failed(move, .missing)
    scene.tables.setLocal(Scene.document, nil)
    let new = scene.tables.nextNumber()
    scene.tables.setLocal(new, LocalItem(number: new, place: place, kind: .folder))
    scene.tables.setLocal(Scene.folder, LocalItem(number: Scene.folder, place: Place(new, "F"), kind: .folder))
    for identifier in [Scene.identifier, Identifier("#1")] {
      let asked = scene.tables.next()
      scene.tables.observe(identifier, .gone, asked: asked, from: .item)
    }
    var there = statement("A", version: 7, Scene.newcomer)
    (there.parent, there.size) = (.root, 1)
    for _ in 0..<2 {
      #expect(scene.tables.plan(Scene.document) == .list(.root))
      let asked = scene.tables.next()
      scene.tables.listed(.root, as: .root, [there], asked: asked)
    }
    #expect(scene.tables.plan(Scene.newcomer) == .rename(new, to: "A (conflict m 1)"))
  }

  /// With paths: a call was answered whose folder had left its path by then, so the document is in the folder that has the path now.
  @Test(arguments: [1, 7]) func `Asks for what did not leave with its folder`(version: Int) {
    var tables = Scene(.same, .same).tables
    let (path, moved) = (Identifier("#1"), Identifier("moved"))
    tables.bind(Scene.folder, moved)
    var asked = tables.next()
    let there = Statement(
      identifier: path, parent: .root, name: "G", kind: .folder, size: 0,
      version: Version(contents: 9, metadata: 9), fields: Fields())
    tables.observe(path, .statement(there), asked: asked, from: .item)
    tables.perform(.create(path))
    let report = Observation.Report.statement(statement("a", version: version))
    tables.observe(Scene.identifier, report, asked: asked, from: .item)
    tables.update(tables.number(of: path)!) { $0.wantsListing = nil }
    #expect(
      tables.plan(Scene.identifier)
        == (version == 1 ? .wait(.item(Scene.document)) : .create(Scene.identifier)))
    for _ in 0..<2 {
      #expect(tables.plan(Scene.document) == .list(Scene.folder))
      asked = tables.next()
      tables.listed(Scene.folder, as: moved, [], asked: asked)
    }
    #expect(tables.plan(Scene.document) == .reclaim(Scene.document))
    tables.perform(.reclaim(Scene.document))
    #expect(tables.plan(Scene.document) == .ask(Scene.identifier))
    asked = tables.next()
    tables.observe(Scene.identifier, report, asked: asked, from: .item)
    #expect(tables.isGone(Scene.document) == (version == 7))
    #expect(!tables.keepsIdentifiers)
    guard version == 1 else { return }
    tables.perform(tables.plan(Scene.document))
    #expect(tables.local(Scene.document)?.place == tables.number(of: path).map { Place($0, "a") })
  }

  /// With paths: two items had a path before it became void, and that of the reported version is not the first.
  @Test func `Asks for whichever item had the path with the reported version`() {
    var tables = Scene(.same, .same).tables
    tables.update(Scene.document) {
      ($0.identifier, $0.former, $0.version) = (nil, Scene.identifier, Version(contents: 5, metadata: 5))
    }
    let other = tables.nextNumber()
    var row = Synced(
      identifier: nil, place: Place(Scene.folder, "b"), kind: .document, version: Version(contents: 1, metadata: 1),
      moment: .zero)
    row.former = Scene.identifier
    tables.setSynced(other, row)
    let asked = tables.next()
    tables.observe(Scene.identifier, .statement(statement("a", version: 1)), asked: asked, from: .change)
    #expect(tables.plan(Scene.identifier) == .wait(.item(other)))
  }

  /// With paths: the move of a document was refused, and the document was deleted here. By now its path is that of another
  /// version, and its own version is where the call would have moved it.
  @Test(arguments: [1, 7]) func `Looks for a deleted document where another version has its path`(version: Int) {
    var scene = Scene(.moved, .same)
    guard case .call(let call) = scene.tables.plan(Scene.document) else {
      Issue.record("no call")
      return
    }
    scene.tables.failed(scene.tables.begin(call), .temporary)
    scene.tables.setLocal(Scene.document, nil)
    let (other, moved) = (statement("a", version: 5), statement("moved here", version: version, Scene.newcomer))
    scene.tables.known = [5: Scene.edited, 7: Scene.edited]
    var asked = scene.tables.next()
    scene.tables.observe(Scene.identifier, .statement(other), asked: asked, from: .item)
    asked = scene.tables.next()
    scene.tables.observe(Scene.newcomer, .statement(moved), asked: asked, from: .item)
    for _ in 0..<2 where scene.tables.plan(Scene.document) == .list(Scene.folder) {
      asked = scene.tables.next()
      scene.tables.listed(Scene.folder, as: Identifier("#1"), [other, moved], asked: asked)
    }
    let isMoved = version == 1
    #expect((scene.tables.plan(Scene.document) == .restore(Scene.document)) == !isMoved)
    scene.tables.perform(scene.tables.plan(Scene.document))
    #expect(scene.tables.synced(Scene.document)?.identifier == (isMoved ? Scene.newcomer : Scene.identifier))
  }
}
