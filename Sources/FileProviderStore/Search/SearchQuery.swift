/// What a search asks for.
package struct SearchQuery: Sendable {
  /// The terms. Each has to begin a word of the name or of a tag, or of the name of a folder above; at least one has to
  /// match the item itself.
  package var terms: [String]
  /// Tags that the item must have, regardless of case.
  package var tags: [String] = []
  package var type: SearchType?
  /// When the item was modified last.
  package var modified: ClosedRange<Timestamp>?
  /// Whether all items are searched, or the members of the working set.
  package var includesAll = false
  /// The most results; `nil` for all.
  package var limit: Int?

  package init(terms: [String]) { self.terms = terms }
}

/// What was found, the best first.
package struct SearchResults: Sendable {
  package var records: [ItemRecord]
  /// Whether there are more results than were asked for.
  package var hasMore: Bool
}
