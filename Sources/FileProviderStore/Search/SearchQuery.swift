/// What is looked for.
package struct SearchQuery: Sendable {
  /// Each has to begin a word of the name or of a tag, or of the name of a folder above; one at least of the item itself.
  package var terms: [String]
  /// Tags the item has to carry, whatever their case.
  package var tags: [String] = []
  package var type: SearchType?
  /// When the item was modified last.
  package var modified: ClosedRange<Timestamp>?
  /// Whether all items are looked at, or the members of the working set.
  package var includesAll = false
  /// How many results at most; `nil` for all.
  package var limit: Int?

  package init(terms: [String]) { self.terms = terms }
}

/// What was found, the best first.
package struct SearchResults: Sendable {
  package var records: [ItemRecord]
  /// Whether there is more than was asked for.
  package var hasMore: Bool
}
