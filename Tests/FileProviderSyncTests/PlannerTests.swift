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

  static let settled = [
    Cell("same", "same", "nothing"), Cell("same", "edited", "take"), Cell("same", "moved", "take"),
    Cell("same", "gone", "remove"),
    Cell("edited", "same", "call modify"), Cell("edited", "edited", "conflictCopy"), Cell("edited", "moved", "take"),
    Cell("edited", "gone", "unbind"),
    Cell("moved", "same", "call modify"), Cell("moved", "edited", "take"), Cell("moved", "moved", "take"),
    Cell("moved", "gone", "remove"),
    Cell("deleted", "same", "call delete"), Cell("deleted", "edited", "restore"),
    Cell("deleted", "moved", "acknowledge"), Cell("deleted", "gone", "forget"),
    Cell("created", "same", "call create"), Cell("created", "new", "wait"),
  ]

  /// Without an open call, the two sides alone decide.
  @Test(arguments: settled)
  func `Plans a cell without a call`(_ cell: Cell) throws {
    let scene = Scene(try #require(.init(rawValue: cell.local)), try #require(.init(rawValue: cell.observed)))
    #expect(name(of: scene.tables.plan(Scene.document)) == cell.step)
  }

  static let unknown = [
    Cell("same", "same", "ask"), Cell("same", "gone", "ask"),
    Cell("edited", "same", "ask"), Cell("edited", "edited", "ask"), Cell("edited", "moved", "ask"),
    Cell("edited", "gone", "ask"),
    Cell("moved", "same", "ask"), Cell("moved", "edited", "ask"), Cell("moved", "moved", "ask"),
    Cell("moved", "gone", "ask"),
    Cell("deleted", "same", "ask"), Cell("deleted", "edited", "ask"), Cell("deleted", "moved", "ask"),
    Cell("deleted", "gone", "ask"),
    Cell("created", "same", "list"), Cell("created", "new", "list"),
  ]

  /// A call of unknown end is resolved before anything else: nothing heard before its end is evidence.
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
    scene.tables.observe(Scene.newcomer, .statement(statement), asked: asked, from: .page)
    #expect(scene.tables.plan(Scene.newcomer) == .wait(.call(Scene.document)))
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
    case .recognise: "recognise"
    case .drop: "drop"
    case .call(let call): "call \(call.wish)"
    case .confirm: "confirm"
    case .didNotHappen: "didNotHappen"
    }
  }
}
