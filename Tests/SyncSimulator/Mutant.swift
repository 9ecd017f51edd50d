package import FileProviderSync

/// A rule of the engine switched off, by name.
package enum Mutant: Int, CaseIterable, Hashable, Sendable {
  case takesOlderStatements, takesStatementsDuringCalls, believesDeletions, forgetsTombstones, believesListings
  case takesUnknownItemsDuringCalls, knowsCreationsBySize, knowsCreationsAnywhere, forgetsAttempts, removesUnguarded
  case deletesEditsOfThere, deletesEditsOfHere, overwritesConflicts, namesNoVersions, deletesFoldersFirst
  case keepsRenumberedChildren, breaksNoNameCycles, breaksNoCircles, copiesEqualBytes, dropsNewItemsWithFolders

  package var disabled: Rules { Rules(rawValue: 1 << rawValue) }
}
