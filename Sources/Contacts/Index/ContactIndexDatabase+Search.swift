import FileProviderStore
import Foundation

/// What the index has found.
struct IndexCandidates {
  /// Files in ascending order.
  var items: [ItemID]
  /// Where each of them is what is looked for if its row is as it was, the state of the index in which that is so.
  var exactState: Int64?
}

extension ContactIndexDatabase {
  /// Files that may be what is looked for, in ascending order; those that have to be looked at because the index does not know them are among them.
  ///
  /// - Returns: Nil where there are so many that all may be looked at as well.
  func candidates(_ query: IndexQuery) throws(StoreError) -> IndexCandidates? {
    // A row that becomes known between two statements would be found by neither.
    try snapshot { () throws(StoreError) in try files(matching: query) }
  }

  private func files(matching query: IndexQuery) throws(StoreError) -> IndexCandidates? {
    var found = try query.link.map(linked)
    var isExact = query.isExact
    for condition in query.conditions {
      guard let matching = try matches(condition) else {
        isExact = false
        continue
      }
      found = found.map { $0.intersection(matching) } ?? matching
    }
    guard var found else { return nil }
    found.formUnion(try numbers("SELECT id FROM cards WHERE content IS NULL"))
    return IndexCandidates(
      items: found.sorted().map { ItemID(rawValue: $0) }, exactState: isExact ? try state() : nil)
  }

  private func linked(_ link: IndexQuery.Link) throws(StoreError) -> Set<Int64> {
    switch link {
    case .any: return try numbers("SELECT id FROM cards WHERE link IS NOT NULL")
    case .one(let link):
      // The number of the card follows, after a semicolon, which is before the sign “<”.
      let select = try statement("SELECT id FROM cards WHERE link > ? AND link < ?")
      select.bind(1, "\(link.uuidString);")
      select.bind(2, "\(link.uuidString)<")
      return try numbers(select)
    }
  }

  private func numbers(_ sql: String) throws(StoreError) -> Set<Int64> { try numbers(statement(sql)) }

  private func numbers(_ select: IndexStatement) throws(StoreError) -> Set<Int64> {
    defer { select.reset() }
    var numbers: Set<Int64> = []
    while try select.step() { numbers.insert(select.integer(0)) }
    return numbers
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
