import FileProviderSync
import Testing

/// A power cut takes the newest transactions: calls may have happened of which there is no row.
struct PowerCutTests {
  private func statement(_ name: String, contents: Int) -> Statement {
    Statement(
      identifier: Scene.newcomer, parent: Identifier("#1"), name: name, kind: .document, size: Scene.ours.size,
      version: Version(contents: contents, metadata: 9), fields: Fields())
  }

  /// The moments of calls whose rows were lost are given out again.
  @Test func `Names no call like one whose row was lost`() {
    let before = Scene(.created, .same).tables
    guard case .call(let call) = before.plan(Scene.document) else {
      Issue.record("no call")
      return
    }
    var (lost, restarted) = (before, before)
    restarted.start += 1
    #expect(lost.begin(call).begun == restarted.begin(call).begun)
    #expect(lost.call(Scene.document)?.operation != restarted.call(Scene.document)?.operation)
  }

  /// With paths: the document that was moved here is gone, and two listings show what is in the folder.
  private func moved(there: Statement?) -> Tables {
    var tables = Scene(.moved, .gone).tables
    for _ in 0..<2 {
      let asked = tables.next()
      tables.listed(Scene.folder, as: Identifier("#1"), there.map { [$0] } ?? [], asked: asked)
    }
    return tables
  }

  @Test func `Recognises a document by its version where it was moved to here`() {
    var tables = moved(there: statement("moved here", contents: 1))
    #expect(tables.plan(Scene.newcomer) == .wait(.item(Scene.document)))
    tables.perform(tables.plan(Scene.document))
    #expect(tables.number(of: Scene.newcomer) == Scene.document)
    #expect(tables.synced(Scene.document)?.place == tables.local(Scene.document)?.place)
  }

  /// It may be in the folder, if that has been made. The row of the call that did it may be lost, too.
  @Test(arguments: [true, false]) func `Waits for the folder that it was moved to until that is made`(
    isCalled: Bool
  ) {
    var tables = Scene(.same, .gone).tables
    let folder = tables.nextNumber()
    tables.setLocal(folder, LocalItem(number: folder, place: Place(.root, "G"), kind: .folder))
    if isCalled {
      _ = tables.begin(
        Call(number: folder, wish: .create, kind: .folder, place: Place(.root, "G"), parent: .root))
      tables.giveUp(folder)
    }
    tables.setLocal(
      Scene.document,
      LocalItem(number: Scene.document, place: Place(folder, "a"), kind: .document, contents: Scene.ours))
    #expect(tables.plan(Scene.document) == .wait(.item(folder)))
  }

  /// Equal bytes are no proof.
  @Test(arguments: [nil, 7]) func `Removes a document that is not where it was moved to here`(version: Int?) {
    var tables = moved(there: version.map { statement("moved here", contents: $0) })
    tables.known[7] = Scene.ours
    guard case .remove(Scene.document, _) = tables.plan(Scene.document) else {
      Issue.record("planned \(tables.plan(Scene.document))")
      return
    }
  }

  /// With paths: a document was replaced here, and the provider has what replaced it under the identifier of the old one.
  @Test(arguments: [true, false]) func `Takes a document for the one that it was replaced by`(isEqual: Bool) {
    var tables = Scene(.deleted, .same).tables
    let new = tables.nextNumber()
    tables.setLocal(
      new, LocalItem(number: new, place: Place(Scene.folder, "a"), kind: .document, contents: Scene.ours))
    var there = statement("a", contents: 7)
    there.identifier = Scene.identifier
    let asked = tables.next()
    tables.observe(Scene.identifier, .statement(there), asked: asked, from: .item)
    #expect(tables.plan(Scene.document) == .fetch(Scene.identifier))
    tables.known[7] = isEqual ? Scene.ours : Scene.edited
    tables.perform(tables.plan(Scene.document))
    #expect(tables.number(of: Scene.identifier) == (isEqual ? new : Scene.document))
    #expect(tables.plan(new) == .nothing || !isEqual)
  }

  /// With paths: the path is that of another document, which had another version there.
  @Test func `Recognises a document at the path of another that was lost`() {
    var tables = Scene(.moved, .same).tables
    let other = tables.nextNumber()
    tables.setSynced(
      other,
      Synced(
        identifier: Scene.newcomer, place: Place(Scene.folder, "moved here"), kind: .document,
        version: Version(contents: 5, metadata: 5), moment: .zero))
    for (identifier, report) in [
      (Scene.identifier, Observation.Report.gone), (Scene.newcomer, .statement(statement("moved here", contents: 1))),
    ] {
      let asked = tables.next()
      tables.observe(identifier, report, asked: asked, from: .item)
    }
    let asked = tables.next()
    tables.listed(
      Scene.folder, as: Identifier("#1"), [statement("moved here", contents: 1)], asked: asked)
    tables.perform(tables.plan(Scene.document))
    #expect(tables.number(of: Scene.newcomer) == Scene.document)
    #expect(tables.isGone(other))
  }
}
