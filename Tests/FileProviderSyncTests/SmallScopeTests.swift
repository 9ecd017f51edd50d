import SyncSimulator
import Testing

struct SmallScopeTests {
  /// One operation on each side, and where identifiers are paths a fault, each at every moment. `SyncHistories small`
  /// runs two on each side, and a fault everywhere.
  @Test(arguments: ServerKind.allCases) func `Keeps the law in all histories of a small scope`(_ kind: ServerKind) {
    var scope = SmallScope(
      kind, reportsWholeDeletions: true, editsHere: 1, editsThere: 1, faults: kind == .paths ? 1 : 0)
    scope.run()
    print(scope)
    #expect(scope.isKept)
  }

  /// The same with links for documents.
  @Test func `Keeps the law of links in a small scope`() {
    var scope = SmallScope(
      .numbers, reportsWholeDeletions: true, editsHere: 1, editsThere: 1, faults: 0, hasLinks: true)
    scope.run()
    #expect(scope.isKept)
  }

  /// An oracle that finds nothing proves nothing.
  @Test(arguments: [Mutant.deletesEditsOfThere, .overwritesConflicts])
  func `Finds a rule that is switched off in a small scope`(_ mutant: Mutant) {
    var scope = SmallScope(
      .numbers, reportsWholeDeletions: true, editsHere: 1, editsThere: 1, faults: 0, disabled: mutant.disabled)
    scope.run()
    #expect(!scope.isKept)
  }
}
