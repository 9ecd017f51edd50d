import SyncSimulator
import Testing

struct MutantsTests {
  /// For each rule of the engine, a plain history and one with links and a trash that break a clause without it. `SyncHistories mutants` found them.
  static let found: [(mutant: Mutant, plain: UInt64, seed: UInt64)] = [
    (.takesOlderStatements, 142, 51), (.takesStatementsDuringCalls, 23_617, 5_207), (.believesDeletions, 11, 3),
    (.forgetsTombstones, 43, 43), (.believesListings, 6, 6), (.takesUnknownItemsDuringCalls, 17, 20),
    (.knowsCreationsBySize, 20, 20), (.knowsCreationsAnywhere, 304, 304), (.forgetsAttempts, 196, 196),
    (.removesUnguarded, 45, 568), (.deletesEditsOfThere, 7, 1), (.deletesEditsOfHere, 9, 2),
    (.overwritesConflicts, 11, 7), (.namesNoVersions, 2, 5), (.deletesFoldersFirst, 11_545, 15_223),
    (.keepsRenumberedChildren, 44, 40), (.breaksNoNameCycles, 81, 4), (.breaksNoCircles, 648, 67),
    (.copiesEqualBytes, 11, 126), (.dropsNewItemsWithFolders, 1, 6),
  ]

  /// The oracle notices each rule that is switched off.
  @Test(arguments: found)
  func `Finds a rule that is switched off`(_ mutant: Mutant, _ plain: UInt64, _ seed: UInt64) {
    for (seed, isPlain) in [(plain, true), (seed, false)] {
      #expect(History(seed: seed, isPlain: isPlain).run().violation == nil)
      #expect(History(seed: seed, isPlain: isPlain, disabled: mutant.disabled).run().violation != nil)
    }
  }

  /// No mutant is left out.
  @Test func `Covers every mutant`() {
    #expect(Set(Self.found.map(\.mutant)) == Set(Mutant.allCases))
  }
}
