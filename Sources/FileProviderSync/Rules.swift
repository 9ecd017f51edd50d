/// Rules that a test switches off, one at a time, to see that the simulator notices. Empty outside tests.
package struct Rules: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let olderStatementsAreStale = Rules(rawValue: 1 << 0)
  package static let statementsDuringCallsAreStale = Rules(rawValue: 1 << 1)
  package static let deletionsAreConfirmed = Rules(rawValue: 1 << 2)
  package static let tombstonesAreConfirmed = Rules(rawValue: 1 << 3)
  package static let listingsAreConfirmed = Rules(rawValue: 1 << 4)
  package static let unknownItemsWaitForCalls = Rules(rawValue: 1 << 5)
  package static let creationsAreKnownByBytes = Rules(rawValue: 1 << 6)
  package static let creationsAreKnownByPlace = Rules(rawValue: 1 << 7)
  package static let attemptsAreRemembered = Rules(rawValue: 1 << 8)
  package static let massDeletionsAreHeld = Rules(rawValue: 1 << 9)
  package static let editsOutliveDeletionsHere = Rules(rawValue: 1 << 10)
  package static let editsOutliveDeletionsThere = Rules(rawValue: 1 << 11)
  package static let conflictsAreCopied = Rules(rawValue: 1 << 12)
  package static let callsNameVersions = Rules(rawValue: 1 << 13)
  package static let foldersAreDeletedFromBelow = Rules(rawValue: 1 << 14)
  package static let renumberingVoidsChildren = Rules(rawValue: 1 << 15)
  package static let nameCyclesAreBroken = Rules(rawValue: 1 << 16)
  package static let circlesAreBroken = Rules(rawValue: 1 << 17)
  package static let equalBytesAreOne = Rules(rawValue: 1 << 18)
  package static let newItemsKeepDeletedFolders = Rules(rawValue: 1 << 19)
}
