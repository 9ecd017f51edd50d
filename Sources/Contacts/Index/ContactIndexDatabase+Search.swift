import FileProviderStore

extension ContactIndexDatabase {
  /// Files that may be what is looked for, in ascending order; those that have to be looked at because the index does not know them are among them.
  ///
  /// - Returns: Nil where there are so many that all may be looked at as well.
  func candidates(_ query: IndexQuery) throws(StoreError) -> [ItemID]? {
    // A row that becomes known between two statements would be found by neither.
    try snapshot { () throws(StoreError) in try files(matching: query) }
  }

  private func files(matching query: IndexQuery) throws(StoreError) -> [ItemID]? {
    var found: Set<Int64>?
    for condition in query.conditions {
      guard let matching = try matches(condition) else { continue }
      found = found.map { $0.intersection(matching) } ?? matching
    }
    guard var found else { return nil }
    let unknown = try statement("SELECT id FROM cards WHERE content IS NULL")
    defer { unknown.reset() }
    while try unknown.step() { found.insert(unknown.integer(0)) }
    return found.sorted().map { ItemID(rawValue: $0) }
  }

  /// - Returns: Nil where the condition does not narrow the search.
  private func matches(_ condition: IndexQuery.Condition) throws(StoreError) -> Set<Int64>? {
    guard let parts = condition.partsExpressions else { return nil }
    var found: Set<Int64> = []
    if let words = condition.wordsExpression, try !add("words", words, to: &found) { return nil }
    for part in parts where try !add("parts", part, to: &found) { return nil }
    return found
  }

  /// - Returns: False for too many.
  private func add(_ table: String, _ expression: String, to found: inout Set<Int64>) throws(StoreError) -> Bool {
    let select = try statement("SELECT rowid FROM \(table) WHERE \(table) MATCH ?")
    select.bind(1, expression)
    defer { select.reset() }
    while try select.step() {
      found.insert(select.integer(0))
      if found.count > Self.mostCandidates { return false }
    }
    return true
  }

  /// Looking at one costs about as much as reading ten in their order.
  private static let mostCandidates = 10_000
}
