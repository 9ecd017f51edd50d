import SyncSimulator
import Testing

struct MutantsTests {
  /// For each rule of the engine, a history that breaks a clause without it. `SyncHistories mutants` found them.
  static let found: [(mutant: Mutant, seed: UInt64)] = [
    (.takesOlderStatements, 133), (.takesStatementsDuringCalls, 1_840), (.believesDeletions, 22),
    (.forgetsTombstones, 118), (.believesReplacedVersions, 519), (.takesUnknownItemsDuringCalls, 20),
    (.knowsCreationsBySize, 20), (.knowsCreationsAnywhere, 1_217), (.forgetsAttempts, 497),
    (.removesUnguarded, 52), (.deletesEditsOfThere, 3), (.deletesEditsOfHere, 2), (.overwritesConflicts, 30),
    (.namesNoVersions, 5), (.deletesFoldersFirst, 107), (.keepsRenumberedChildren, 936),
    (.breaksNoNameCycles, 25), (.breaksNoCircles, 648), (.copiesEqualBytes, 3), (.dropsNewItemsWithFolders, 1),
  ]

  /// The oracle notices each rule that is switched off.
  @Test(arguments: found)
  func `Finds a rule that is switched off`(_ mutant: Mutant, _ seed: UInt64) {
    #expect(History(seed: seed).run().violation == nil)
    #expect(History(seed: seed, disabled: mutant.disabled).run().violation != nil)
  }

  /// No mutant is left out.
  @Test func `Covers every mutant`() {
    #expect(Set(Self.found.map(\.mutant)) == Set(Mutant.allCases))
  }
}
