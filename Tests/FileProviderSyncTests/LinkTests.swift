import FileProviderSync
import Testing

/// What a document's contents are to the planner, a link's target is. But it is known without a download.
struct LinkTests {
  private static let place = Place(Scene.folder, "l")
  private static let number = ItemNumber(3)
  private static let identifier = Identifier("#3")
  private static let (first, second, third) = (target(1), target(2), target(3))

  private static func target(_ hash: Int) -> Contents { Contents(hash: ContentsHash(hash), size: 5) }

  private static func statement(
    _ target: Contents?, version: Int, _ identifier: Identifier = identifier, kind: Kind = .link
  ) -> Statement {
    Statement(
      identifier: identifier, parent: Identifier("#1"), name: "l", kind: kind, size: target?.size,
      version: Version(contents: version, metadata: version), fields: Fields(), target: target)
  }

  /// A folder `F` with a link `l` to `here`, which was synced when it led to `synced`. Nil if it is deleted, or new.
  private static func tables(_ here: Contents?, synced: Contents?) -> Tables {
    var tables = Scene(.same, .same).tables
    _ = tables.nextNumber()
    if let here { tables.setLocal(number, LocalItem(number: number, place: place, kind: .link, contents: here)) }
    if let synced {
      tables.setSynced(
        number,
        Synced(
          identifier: identifier, place: place, kind: .link, version: Version(contents: 1, metadata: 1),
          contents: synced, moment: .zero))
    }
    return tables
  }

  private static func observe(_ statement: Statement, in tables: inout Tables) {
    let asked = tables.next()
    tables.observe(statement.identifier, .statement(statement), asked: asked, from: .change)
  }

  /// A new link has its target at once, and so has one that got another.
  @Test func `Takes a target without a download`() throws {
    var tables = Self.tables(nil, synced: nil)
    Self.observe(Self.statement(Self.first, version: 1), in: &tables)
    #expect(tables.plan(Self.identifier) == .create(Self.identifier))
    tables.perform(.create(Self.identifier))
    let number = try #require(tables.number(of: Self.identifier))
    #expect(tables.local(number)?.contents == Self.first)
    #expect(tables.plan(number) == .nothing)

    Self.observe(Self.statement(Self.second, version: 2), in: &tables)
    tables.perform(tables.plan(number))
    #expect(tables.local(number)?.contents == Self.second)
    #expect(tables.synced(number)?.contents == Self.second)
    #expect(tables.plan(number) == .nothing)
  }

  /// Programs see a target even between the two steps.
  @Test func `Makes a conflict copy if both sides changed the target`() {
    var tables = Self.tables(Self.second, synced: Self.first)
    Self.observe(Self.statement(Self.third, version: 2), in: &tables)
    guard case .conflictCopy(Self.number, let name) = tables.plan(Self.number) else {
      Issue.record("planned \(tables.plan(Self.number))")
      return
    }
    tables.perform(.conflictCopy(Self.number, name: name))
    #expect(tables.local(Self.number)?.contents == Self.first)
    tables.perform(tables.plan(Self.number))
    #expect(tables.local(Self.number)?.contents == Self.third)
    let copy = tables.localHolder(of: Place(Scene.folder, name)).flatMap { tables.local($0) }
    #expect(copy?.kind == .link && copy?.contents == Self.second)
  }

  /// The target is in the statement, so nothing is fetched to compare them.
  @Test func `Makes no copy if both sides changed to the same target`() {
    var tables = Self.tables(Self.second, synced: Self.first)
    Self.observe(Self.statement(Self.second, version: 2), in: &tables)
    #expect(tables.plan(Self.number) == .take(Self.number, at: Self.place, .known(Self.second)))
  }

  /// A new target outlives a deletion, on either side.
  @Test func `Keeps a link that one side deleted and the other changed`() {
    var deletedHere = Self.tables(nil, synced: Self.first)
    Self.observe(Self.statement(Self.second, version: 2), in: &deletedHere)
    #expect(deletedHere.plan(Self.number) == .restore(Self.number))
    deletedHere.perform(.restore(Self.number))
    #expect(deletedHere.local(Self.number)?.contents == Self.second)

    var deletedThere = Self.tables(Self.second, synced: Self.first)
    let asked = deletedThere.next()
    deletedThere.observe(Self.identifier, .gone, asked: asked, from: .item)
    #expect(deletedThere.plan(Self.number) == .unbind(Self.number))
  }

  /// With the same target both are one link; with another one ours gets a conflict name, and so it does beside a document.
  @Test(arguments: [(1, Kind.link), (2, .link), (1, .document)])
  func `Adopts a link with the same target`(_ target: Int, _ kind: Kind) {
    var tables = Self.tables(Self.first, synced: nil)
    var statement = Self.statement(Self.target(target), version: 7, Scene.newcomer, kind: kind)
    if kind == .document { statement.target = nil }
    Self.observe(statement, in: &tables)
    let expected: Step =
      target == 1 && kind == .link
      ? .adopt(Self.number, Scene.newcomer, Self.first) : .rename(Self.number, to: "l (conflict m 1)")
    #expect(tables.plan(Scene.newcomer) == expected)
  }

  private static func tablesWithUnansweredCreation() -> Tables {
    var tables = tables(first, synced: nil)
    _ = tables.begin(
      Call(number: number, wish: .create, kind: .link, place: place, parent: Identifier("#1"), snapshot: first))
    tables.giveUp(number)
    return tables
  }

  /// A creation without an answer is found by its place and its target.
  @Test(arguments: [1, 2]) func `Confirms a creation by its target`(_ target: Int) {
    var tables = Self.tablesWithUnansweredCreation()
    for _ in 0..<2 {
      let asked = tables.next()
      tables.listed(
        Scene.folder, as: Identifier("#1"), [Self.statement(Self.target(target), version: 7, Scene.newcomer)],
        asked: asked)
    }
    #expect(
      tables.plan(Self.number)
        == (target == 1 ? .confirm(Self.number, .created(Scene.newcomer)) : .didNotHappen(Self.number)))
  }

  /// A change without an answer has happened if the link leads where it was to lead.
  @Test(arguments: [2, 3]) func `Confirms a change by its target`(_ target: Int) {
    var tables = Self.tables(Self.second, synced: Self.first)
    guard case .call(let call) = tables.plan(Self.number) else {
      Issue.record("planned \(tables.plan(Self.number))")
      return
    }
    #expect(call.kind == .link && call.snapshot == Self.second)
    _ = tables.begin(call)
    tables.giveUp(Self.number)
    let asked = tables.next()
    tables.observe(
      Self.identifier, .statement(Self.statement(Self.target(target), version: 2)), asked: asked, from: .item)
    #expect(
      tables.plan(Self.number)
        == (target == 2
          ? .confirm(Self.number, .modified(place: nil, contents: true, fields: false)) : .didNotHappen(Self.number)))
  }

  /// A provider that does not report targets: there is nothing to compare, and nothing to take.
  @Test func `Knows a link by its place where targets are not reported`() {
    var created = Self.tables(Self.first, synced: nil)
    Self.observe(Self.statement(nil, version: 7, Scene.newcomer), in: &created)
    #expect(created.plan(Scene.newcomer) == .adopt(Self.number, Scene.newcomer, Self.first))

    var changed = Self.tables(Self.first, synced: Self.first)
    Self.observe(Self.statement(nil, version: 2), in: &changed)
    changed.perform(changed.plan(Self.number))
    #expect(changed.local(Self.number)?.contents == Self.first)
    #expect(changed.plan(Self.number) == .nothing)

    var unanswered = Self.tablesWithUnansweredCreation()
    let asked = unanswered.next()
    unanswered.listed(
      Scene.folder, as: Identifier("#1"), [Self.statement(nil, version: 7, Scene.newcomer)], asked: asked)
    #expect(unanswered.plan(Self.number) == .confirm(Self.number, .created(Scene.newcomer)))
    unanswered.perform(unanswered.plan(Self.number))
    #expect(unanswered.plan(Self.number) == .nothing)
    #expect(unanswered.local(Self.number)?.contents == Self.first)
  }

  /// Another version with the same target is no edit: it neither makes a copy of what was changed here, nor outlives a deletion here.
  @Test func `Compares targets, and not versions`() throws {
    var changed = Self.tables(Self.second, synced: Self.first)
    Self.observe(Self.statement(Self.first, version: 2), in: &changed)
    #expect(changed.plan(Self.number) == .take(Self.number, at: Self.place, .kept))
    changed.perform(changed.plan(Self.number))
    guard case .call(let call) = changed.plan(Self.number) else {
      Issue.record("planned \(changed.plan(Self.number))")
      return
    }
    #expect(call.base == Version(contents: 2, metadata: 2) && call.snapshot == Self.second)

    var deleted = Self.tables(nil, synced: Self.first)
    Self.observe(Self.statement(Self.first, version: 2), in: &deleted)
    #expect(deleted.plan(Self.number) == .acknowledge(Self.number))

    // A provider may report targets that it did not report before, of the same version.
    var reported = Self.tables(Self.first, synced: Self.first)
    Self.observe(Self.statement(Self.second, version: 1), in: &reported)
    reported.perform(reported.plan(Self.number))
    #expect(reported.local(Self.number)?.contents == Self.second)
  }

  /// With paths: a link with the same target, and another version, may be another one. The link itself is looked for where a call may have moved it.
  @Test(arguments: [false, true]) func `Looks for a moved link where another version has its path`(isRefused: Bool) {
    var tables = Self.tables(Self.first, synced: Self.first)
    tables.perform(.rename(Self.number, to: "m"))
    guard case .call(let call) = tables.plan(Self.number) else {
      Issue.record("planned \(tables.plan(Self.number))")
      return
    }
    let begun = tables.begin(call)
    if isRefused { tables.failed(begun, .temporary) } else { tables.giveUp(Self.number) }
    let asked = tables.next()
    tables.observe(Self.identifier, .statement(Self.statement(Self.first, version: 4)), asked: asked, from: .item)
    #expect(tables.plan(Self.number) == .list(Scene.folder))
  }

  /// A deleted link that a late call has changed is deleted in that state, however often that is reported.
  @Test func `Does not restore a link that was deleted here after its change was sent`() {
    var tables = Self.tables(Self.second, synced: Self.first)
    guard case .call(let call) = tables.plan(Self.number) else {
      Issue.record("planned \(tables.plan(Self.number))")
      return
    }
    tables.failed(tables.begin(call), .temporary)
    tables.setLocal(Self.number, nil)
    Self.observe(Self.statement(Self.second, version: 2), in: &tables)
    #expect(tables.plan(Self.number) == .acknowledge(Self.number))
    tables.perform(.acknowledge(Self.number))
    Self.observe(Self.statement(Self.second, version: 2), in: &tables)
    guard case .call(let deletion) = tables.plan(Self.number) else {
      Issue.record("planned \(tables.plan(Self.number))")
      return
    }
    #expect(deletion.wish == .delete && deletion.base == Version(contents: 2, metadata: 2))
  }

  /// A link that was taken for one whose target is not reported, by its place or as what a call has made there.
  @Test(arguments: [false, true]) func `Proves nothing by a target that is not reported`(isCreated: Bool) throws {
    var tables = isCreated ? Self.tablesWithUnansweredCreation() : Self.tables(Self.first, synced: nil)
    if isCreated {
      let asked = tables.next()
      tables.listed(
        Scene.folder, as: Identifier("#1"), [Self.statement(nil, version: 7, Scene.newcomer)], asked: asked)
      tables.perform(tables.plan(Self.number))
    } else {
      Self.observe(Self.statement(nil, version: 7, Scene.newcomer), in: &tables)
      tables.perform(tables.plan(Scene.newcomer))
    }
    let (local, synced) = (try #require(tables.local(Self.number)), try #require(tables.synced(Self.number)))
    #expect(synced.identifier == Scene.newcomer)
    #expect(Discard.equalToSynced(local, synced) == nil)
    // It is not sent over the provider's, and is not lost with it.
    #expect(tables.plan(Self.number) == .nothing)
    var gone = tables
    let asked = gone.next()
    gone.observe(Scene.newcomer, .gone, asked: asked, from: .item)
    #expect(gone.plan(Self.number) == .unbind(Self.number))

    var other = tables
    Self.observe(Self.statement(Self.second, version: 7, Scene.newcomer), in: &other)
    guard case .conflictCopy(Self.number, _) = other.plan(Self.number) else {
      Issue.record("planned \(other.plan(Self.number))")
      return
    }
    other.perform(other.plan(Self.number))
    other.perform(other.plan(Self.number))
    #expect(other.local(Self.number)?.contents == Self.second)
    #expect(other.plan(Self.number) == .nothing)

    // Reported, the same target proves that there is only one.
    for version in [7, 8] {
      var same = tables
      Self.observe(Self.statement(Self.first, version: version, Scene.newcomer), in: &same)
      same.perform(same.plan(Self.number))
      #expect(Discard.equalToSynced(local, try #require(same.synced(Self.number))) != nil)
    }
  }

  /// What the provider has taken in a call, it has had.
  @Test func `Proves by an answered call what the provider had`() throws {
    var tables = Self.tables(Self.first, synced: nil)
    guard case .call(let call) = tables.plan(Self.number) else {
      Issue.record("planned \(tables.plan(Self.number))")
      return
    }
    tables.succeeded(tables.begin(call), Self.statement(nil, version: 7, Scene.newcomer))
    let local = try #require(tables.local(Self.number))
    #expect(Discard.equalToSynced(local, try #require(tables.synced(Self.number))) != nil)
  }

  /// What a call without an answer has sent, the provider has had if the link leads there.
  @Test func `Proves by a change that has happened what the provider had`() throws {
    var tables = Self.tables(Self.second, synced: Self.first)
    tables.update(Self.number) { $0.isTargetAssumed = true }
    guard case .call(let call) = tables.plan(Self.number) else {
      Issue.record("planned \(tables.plan(Self.number))")
      return
    }
    _ = tables.begin(call)
    tables.giveUp(Self.number)
    let asked = tables.next()
    tables.observe(
      Self.identifier, .statement(Self.statement(Self.second, version: 2)), asked: asked, from: .item)
    tables.perform(tables.plan(Self.number))
    let local = try #require(tables.local(Self.number))
    #expect(Discard.equalToSynced(local, try #require(tables.synced(Self.number))) != nil)
  }

  /// With paths: a call that moves a link and sends a target seems not to have happened, and a link whose target is not reported is where it went.
  @Test func `Sends a target again that is not reported where the link is found`() {
    var tables = Self.tables(Self.second, synced: Self.first)
    tables.perform(.rename(Self.number, to: "m"))
    guard case .call(let call) = tables.plan(Self.number) else {
      Issue.record("planned \(tables.plan(Self.number))")
      return
    }
    tables.failed(tables.begin(call), .temporary)
    tables.perform(.rename(Self.number, to: "l"))
    var asked = tables.next()
    tables.observe(Self.identifier, .gone, asked: asked, from: .item)
    var there = Self.statement(nil, version: 1, Scene.newcomer)
    there.name = "m"
    asked = tables.next()
    tables.listed(Scene.folder, as: Identifier("#1"), [there], asked: asked)
    tables.perform(tables.plan(Self.number))
    #expect(tables.synced(Self.number)?.identifier == Scene.newcomer)
    guard case .call(let again) = tables.plan(Self.number) else {
      Issue.record("planned \(tables.plan(Self.number))")
      return
    }
    #expect(again.snapshot == Self.second)
  }

  /// Whatever size a provider reports of a link. Of one whose target it does not report, none is known.
  @Test func `Takes the length of the target for the size of a link`() {
    for target in [Self.first, nil] {
      let statement = Statement(
        identifier: Self.identifier, parent: Identifier("#1"), name: "l", kind: .link, size: 4_096,
        version: Version(contents: 1, metadata: 1), fields: Fields(), target: target)
      #expect(statement.size == target?.size)
    }
  }

  /// Nothing can be in a link, and there is nothing to evict of it.
  @Test func `Has neither children nor contents to evict`() {
    var tables = Self.tables(Self.first, synced: Self.first)
    #expect(Discard.eviction(of: Self.number, in: tables) == nil)
    var statement = Self.statement(nil, version: 7, Scene.newcomer, kind: .document)
    statement.parent = Self.identifier
    Self.observe(statement, in: &tables)
    #expect(tables.plan(Scene.newcomer) == .ask(Self.identifier))
  }
}
