/// What small contents that are open stand for: whether a loss of power may take them when they move to a file.
enum SmallStanding {
  /// The document was empty when it was opened, or was emptied since, and no program has closed it yet. They may be lost, as what is written to a new file.
  case underWay
  /// The same, and a program has closed the document; others that have the same file open may go on. They stay, and so does what the document replaces.
  case closed
  /// The document had them when it was opened, or they were synchronized: an earlier version, which was changed in place. It stays.
  case version
}
