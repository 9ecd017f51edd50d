import SyncSimulator
import Testing

struct MutantsTests {
  /// For each rule of the engine, a history that breaks a clause without it. `SyncHistories plain mutants` found them.
  static let found: [(mutant: Mutant, seed: UInt64)] = [
    (.takesOlderStatements, 142), (.takesStatementsDuringCalls, 23_617), (.believesDeletions, 11),
    (.forgetsTombstones, 43), (.believesListings, 6), (.takesUnknownItemsDuringCalls, 17),
    (.knowsCreationsBySize, 20), (.knowsCreationsAnywhere, 304), (.forgetsAttempts, 196),
    (.removesUnguarded, 45), (.deletesEditsOfThere, 7), (.deletesEditsOfHere, 9), (.overwritesConflicts, 11),
    (.namesNoVersions, 2), (.deletesFoldersFirst, 11_545), (.keepsRenumberedChildren, 44),
    (.breaksNoNameCycles, 81), (.breaksNoCircles, 648), (.copiesEqualBytes, 11), (.dropsNewItemsWithFolders, 1),
  ]

  /// The oracle notices each rule that is switched off.
  @Test(arguments: found)
  func `Finds a rule that is switched off`(_ mutant: Mutant, _ seed: UInt64) {
    #expect(History(seed: seed, isPlain: true).run().violation == nil)
    #expect(History(seed: seed, isPlain: true, disabled: mutant.disabled).run().violation != nil)
  }

  /// No mutant is left out.
  @Test func `Covers every mutant`() {
    #expect(Set(Self.found.map(\.mutant)) == Set(Mutant.allCases))
  }
}
