import FileProviderSync
import Testing

/// The table of the page *The sync engine*, cell by cell.
struct PlannerTests {
  struct Cell: CustomTestStringConvertible, Sendable {
    let local: String
    let observed: String
    let step: String

    init(_ local: String, _ observed: String, _ step: String) {
      self.local = local
      self.observed = observed
      self.step = step
    }

    var testDescription: String { "local \(local), observed \(observed)" }
  }

  static let decided = [
    Cell("same", "same", "nothing"), Cell("same", "edited", "take"), Cell("same", "moved", "take"),
    Cell("same", "gone", "remove"),
    Cell("edited", "same", "call modify"), Cell("edited", "edited", "conflictCopy"), Cell("edited", "moved", "take"),
    Cell("edited", "gone", "unbind"),
    Cell("moved", "same", "call modify"), Cell("moved", "edited", "take"), Cell("moved", "moved", "take"),
    Cell("moved", "gone", "list"),
    Cell("deleted", "same", "call delete"), Cell("deleted", "edited", "restore"),
    Cell("deleted", "moved", "acknowledge"), Cell("deleted", "gone", "forget"),
    Cell("created", "same", "call create"), Cell("created", "new", "wait"),
  ]

  /// Without an open call, the two sides alone decide.
  @Test(arguments: decided)
  func `Plans a cell without a call`(_ cell: Cell) throws {
    let scene = Scene(try #require(.init(rawValue: cell.local)), try #require(.init(rawValue: cell.observed)))
    #expect(name(of: scene.tables.plan(Scene.document)) == cell.step)
  }

  static let unknown = [
    Cell("same", "same", "ask"), Cell("same", "gone", "didNotHappen"),
    Cell("edited", "same", "ask"), Cell("edited", "edited", "ask"), Cell("edited", "moved", "ask"),
    Cell("edited", "gone", "didNotHappen"),
    Cell("moved", "same", "ask"), Cell("moved", "edited", "ask"), Cell("moved", "moved", "ask"),
    Cell("moved", "gone", "list"),
    Cell("deleted", "same", "ask"), Cell("deleted", "edited", "ask"), Cell("deleted", "moved", "ask"),
    Cell("deleted", "gone", "didNotHappen"),
    Cell("created", "same", "list"), Cell("created", "new", "list"),
  ]

  /// A call of unknown end is resolved before anything else: nothing reported before its end is evidence, except that
  /// the item is gone. With paths a move may have given it another identifier.
  @Test(arguments: unknown)
  func `Resolves a call of unknown end first`(_ cell: Cell) throws {
    let scene = Scene(
      try #require(.init(rawValue: cell.local)), try #require(.init(rawValue: cell.observed)), .unknown)
    #expect(name(of: scene.tables.plan(Scene.document)) == cell.step)
  }

  /// Something new at the provider has the place of something new here, of another size: the provider's keeps the name.
  @Test func `Renames what is new here when the provider has its name`() {
    let scene = Scene(.created, .new)
    #expect(name(of: scene.tables.plan(Scene.newcomer)) == "rename")
  }

  /// It could be what an open creation has made: it waits.
  @Test func `Lets an unknown item wait for an open creation`() {
    var scene = Scene(.created, .same, .unknown)
    let statement = Statement(
      identifier: Scene.newcomer, parent: Identifier("#1"), name: "b", kind: .document, size: Scene.ours.size,
      version: Version(contents: 3, metadata: 3), fields: Fields())
    let asked = scene.tables.next()
    scene.tables.observe(Scene.newcomer, .statement(statement), asked: asked, from: .change)
    #expect(scene.tables.plan(Scene.newcomer) == .wait(.call(Scene.document)))
  }

  /// Others may have edited by now what an open creation has made; what was begun later has not made it.
  @Test func `Lets a newcomer wait for calls that were open before`() {
    for isOlder in [true, false] {
      var scene = Scene(.created, .same)
      if isOlder { scene.begin(.created) }
      let statement = Statement(
        identifier: Scene.newcomer, parent: Identifier("#1"), name: "b", kind: .document, size: Scene.ours.size + 1,
        version: Version(contents: 3, metadata: 3), fields: Fields())
      let asked = scene.tables.next()
      scene.tables.observe(Scene.newcomer, .statement(statement), asked: asked, from: .change)
      if !isOlder { scene.begin(.created) }
      let step = scene.tables.plan(Scene.newcomer)
      #expect(step == (isOlder ? .wait(.call(Scene.document)) : .create(Scene.newcomer)))
    }
  }

  /// Others may have moved it there since another call made it: that call's answer may yet come.
  @Test func `Lets an unconfirmed creation wait for an answer that may be about what it finds`() {
    var scene = Scene(.created, .same, .unknown)
    let other = scene.tables.nextNumber()
    let place = Place(.root, "c")
    scene.tables.setLocal(other, LocalItem(number: other, place: place, kind: .document, contents: Scene.edited))
    _ = scene.tables.begin(
      Call(number: other, wish: .create, kind: .document, place: place, parent: .root, snapshot: Scene.edited))
    let statement = Statement(
      identifier: Scene.newcomer, parent: Identifier("#1"), name: "a", kind: .document, size: Scene.ours.size,
      version: Version(contents: 7, metadata: 7), fields: Fields())
    let asked = scene.tables.next()
    scene.tables.listed(Scene.folder, as: Identifier("#1"), [statement], asked: asked)
    scene.tables.known[7] = Scene.ours
    #expect(scene.tables.plan(Scene.document) == .wait(.call(other)))
    scene.tables.giveUp(other)
    #expect(scene.tables.plan(Scene.document) == .confirm(Scene.document, .created(Scene.newcomer)))
  }

  /// What is gone may wait for consent, or for its own children: it does not keep its name so long.
  @Test func `Takes the name of what is gone at the provider`() {
    var scene = Scene(.same, .gone)
    let statement = Statement(
      identifier: Scene.newcomer, parent: Identifier("#1"), name: "a", kind: .document, size: 1,
      version: Version(contents: 3, metadata: 3), fields: Fields())
    let asked = scene.tables.next()
    scene.tables.observe(Scene.newcomer, .statement(statement), asked: asked, from: .change)
    #expect(scene.tables.plan(Scene.newcomer) == .rename(Scene.document, to: "a (conflict m 1)"))
  }

  /// Nothing can be in a document: of the two statements the older is asked about.
  @Test func `Asks again about what is in a document`() {
    var scene = Scene(.same, .same)
    let statement = Statement(
      identifier: Scene.newcomer, parent: Scene.identifier, name: "b", kind: .document, size: 1,
      version: Version(contents: 3, metadata: 3), fields: Fields())
    let asked = scene.tables.next()
    scene.tables.observe(Scene.newcomer, .statement(statement), asked: asked, from: .change)
    #expect(scene.tables.plan(Scene.newcomer) == .ask(Scene.identifier))
  }

  /// A call that was refused may still be repeated on its way. With paths, its effect has another identifier.
  @Test func `Looks for an item that is gone where a refused call would have put it`() throws {
    var scene = Scene(.moved, .same)
    guard case .call(let call) = scene.tables.plan(Scene.document) else {
      Issue.record("no call")
      return
    }
    scene.tables.failed(scene.tables.begin(call), .temporary)
    let asked = scene.tables.next()
    scene.tables.observe(Scene.identifier, .gone, asked: asked, from: .item)
    #expect(scene.tables.plan(Scene.document) == .list(Scene.folder))
  }

  /// An attempt names the version that it changes. When the provider has another, equal bytes are somebody else's.
  @Test(arguments: [1, 5])
  func `Knows a late effect only of the version that the call named`(_ version: Int) {
    var scene = Scene(.same, .same)
    let base = Version(contents: 1, metadata: 1)
    let call = Call(
      number: Scene.document, wish: .modify, kind: .document, identifier: Scene.identifier, base: base,
      snapshot: Scene.edited)
    scene.tables.failed(scene.tables.begin(call), .temporary)
    scene.tables.update(Scene.document) { $0.version = Version(contents: version, metadata: version) }
    scene.tables.known[7] = Scene.edited
    let asked = scene.tables.next()
    let statement = Statement(
      identifier: Scene.identifier, parent: Identifier("#1"), name: "a", kind: .document, size: Scene.edited.size,
      version: Version(contents: 7, metadata: 7), fields: Fields())
    scene.tables.observe(Scene.identifier, .statement(statement), asked: asked, from: .change)
    guard case .take(_, _, let taking) = scene.tables.plan(Scene.document) else {
      Issue.record("not taken")
      return
    }
    #expect((taking == .known(Scene.edited)) == (version == 1))
  }

  /// A folder's move, under whatever name, names anew what is below it: a call that is open there ends first.
  @Test func `Gives no temporary name while a call is open below`() {
    var scene = Scene(.same, .same)
    let other = scene.tables.nextNumber()
    let version = Version(contents: 2, metadata: 2)
    scene.tables.setSynced(
      other,
      Synced(
        identifier: Scene.newcomer, place: Place(.root, "G"), kind: .folder, version: version, moment: .zero))
    scene.tables.setLocal(other, LocalItem(number: other, place: Place(.root, "F"), kind: .folder))
    scene.tables.setLocal(Scene.folder, LocalItem(number: Scene.folder, place: Place(.root, "G"), kind: .folder))
    #expect(name(of: scene.tables.plan(Scene.folder)) == "call modify")
    scene.begin(.edited)
    #expect(scene.tables.plan(Scene.folder) == .wait(.item(Scene.document)))
  }

  /// An earlier call may have left something under that name, or under one that differs in case.
  @Test func `Gives another temporary name if the provider has refused one`() {
    var scene = Scene(.same, .same)
    let other = scene.tables.nextNumber()
    scene.tables.setSynced(
      other,
      Synced(
        identifier: Scene.newcomer, place: Place(Scene.folder, "b"), kind: .document,
        version: Version(contents: 2, metadata: 2), moment: .zero))
    scene.tables.setLocal(other, LocalItem(number: other, place: Place(Scene.folder, "a"), kind: .document))
    scene.tables.setLocal(
      Scene.document, LocalItem(number: Scene.document, place: Place(Scene.folder, "b"), kind: .document))
    var names: Set<String> = []
    for count in 1...2 {
      guard case .call(let call) = scene.tables.plan(other), let place = call.place else {
        Issue.record("planned \(scene.tables.plan(other))")
        return
      }
      #expect(place.name.hasPrefix(".sync-m-") && place.name.hasSuffix(" b"))
      names.insert(place.name)
      #expect(names.count == count)
      let holder = Statement(
        identifier: Identifier("#20"), parent: Identifier("#1"), name: place.name.uppercased(), kind: .folder, size: 0,
        version: Version(contents: 9, metadata: 9), fields: Fields())
      scene.tables.failed(scene.tables.begin(call), .collision(holder))
    }
  }

  /// Somebody else's version in the answer to a move is not ours, although the call succeeded.
  @Test func `Observes in an answer what the call did not ask for`() {
    var scene = Scene(.moved, .same)
    guard case .call(let call) = scene.tables.plan(Scene.document) else {
      Issue.record("no call")
      return
    }
    let answer = Statement(
      identifier: Scene.identifier, parent: Identifier("#1"), name: "moved here", kind: .document, size: 9,
      version: Version(contents: 7, metadata: 7), fields: Fields())
    scene.tables.succeeded(scene.tables.begin(call), answer)
    #expect(name(of: scene.tables.plan(Scene.document)) == "take")
  }

  private func name(of step: Step) -> String {
    switch step {
    case .nothing: "nothing"
    case .wait: "wait"
    case .ask: "ask"
    case .list: "list"
    case .fetch: "fetch"
    case .take: "take"
    case .acknowledge: "acknowledge"
    case .create: "create"
    case .adopt: "adopt"
    case .place: "place"
    case .setAside: "setAside"
    case .rename: "rename"
    case .conflictCopy: "conflictCopy"
    case .restore: "restore"
    case .remove: "remove"
    case .forget: "forget"
    case .unbind: "unbind"
    case .reclaim: "reclaim"
    case .recognise: "recognise"
    case .drop: "drop"
    case .call(let call): "call \(call.wish)"
    case .confirm: "confirm"
    case .didNotHappen: "didNotHappen"
    }
  }

  /// Of two folders that were deleted here, each was last said to be in the other, and something new is in one of them.
  @Test func `Asks about folders that cannot be in each other`() {
    var scene = Scene(.same, .same)
    for name in ["x", "y"] {
      let number = scene.tables.nextNumber()
      scene.tables.setSynced(
        number,
        Synced(
          identifier: Identifier(name), place: Place(.root, name), kind: .folder,
          version: Version(contents: 1, metadata: 1), moment: .zero))
    }
    func say(_ name: String, in parent: String, _ kind: Kind) {
      let asked = scene.tables.next()
      let statement = Statement(
        identifier: Identifier(name), parent: Identifier(parent), name: name, kind: kind, size: 0,
        version: Version(contents: 1, metadata: 2), fields: Fields())
      scene.tables.observe(Identifier(name), .statement(statement), asked: asked, from: .item)
    }
    say("x", in: "y", .folder)
    say("y", in: "x", .folder)
    say("new", in: "x", .document)
    #expect(scene.tables.plan(Identifier("new")) == .ask(Identifier("x")))
  }

  /// A folder that was out of the way is gone at the provider, and the folder that it was in is in it by now.
  @Test func `Puts no folder into one that is in it`() {
    var scene = Scene(.same, .same)
    let number = scene.tables.nextNumber()
    var aside = LocalItem(number: number, place: Place(.root, ".sync-m-3 x"), kind: .folder)
    aside.isAside = true
    scene.tables.setLocal(number, aside)
    scene.tables.setSynced(
      number,
      Synced(
        identifier: Identifier("x"), place: Place(Scene.folder, "x"), kind: .folder,
        version: Version(contents: 1, metadata: 1), moment: .zero))
    scene.tables.setLocal(
      Scene.folder, LocalItem(number: Scene.folder, place: Place(number, "F"), kind: .folder))
    let asked = scene.tables.next()
    scene.tables.observe(Identifier("x"), .gone, asked: asked, from: .item)
    #expect(scene.tables.plan(number) == .place(number, at: Place(.root, "x")))
  }
}
