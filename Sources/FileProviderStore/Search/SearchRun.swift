/// Finds what a query asks for in the index, and ranks it.
///
/// There are three stages, each of which finds only what ranks behind the one before: items that have the terms as
/// whole words, items with words that begin with them, and items below folders that have some of the terms. A stage is
/// skipped when those before found enough.
///
/// Matches come in the order of the items' numbers, the newest first. Ranking a hundred thousand of them to print
/// twenty would take longer than finding them. So a stage collects some, and where there are more, also those that rank
/// first: names that are what was typed, names that begin with it, and members.
struct SearchRun {
  struct Candidate {
    var document: SearchDocument
    var rank: SearchRank
  }

  private let query: SearchQuery
  /// The terms that have words in them; the others are searched for as characters.
  private let words: [String]
  private let characters: [String]
  private let database: SearchDatabase
  private let items: StoreReader

  /// How many matches compete for the first places.
  private static let competition = 1000
  /// How many items with some of the terms are checked for folders above that have the others.
  private static let reach = 20_000

  init(query: SearchQuery, database: SearchDatabase, items: StoreReader) {
    self.query = query
    self.database = database
    self.items = items
    words = query.terms.filter(SearchText.hasWords)
    characters = query.terms.filter { !SearchText.hasWords($0) && !$0.isEmpty }.map(SearchText.folded)
  }

  /// All candidates, the best first.
  func ranked() throws(StoreError) -> [Candidate] {
    var findings = Findings(judge: SearchJudge(terms: query.terms), type: query.type)
    // One more than is shown, to know whether there are more.
    let wanted = query.limit.map { $0 < .max ? $0 + 1 : $0 } ?? .max
    let limit = max(wanted, Self.competition)
    if !words.isEmpty && query.limit != nil { try collect(.word, limit: limit, into: &findings) }
    if findings.count < wanted { try collect(.prefix, limit: limit, into: &findings) }
    if findings.count < wanted && words.count > 1 { try collectBelow(limit: limit, into: &findings) }
    return findings.candidates.values.sorted { $0.rank < $1.rank }
  }

  /// Collects what has the terms in its own name and tags.
  private func collect(
    _ reach: SearchExpression.Reach, limit: Int, into findings: inout Findings
  ) throws(StoreError) {
    let matching = words.map { SearchExpression.term($0, reach) }
    if try collect(matching, limit: limit, into: &findings) { return }
    if let first = words.first {
      let beginning = [SearchExpression.beginning(first, reach)] + matching.dropFirst()
      _ = try collect(beginning, limit: limit, into: &findings)
      if reach == .word {
        let count = SearchText.wordCount(query.terms.joined(separator: " ") + ".")
        _ = try collect(beginning + [SearchExpression.wordCount(count)], limit: limit, into: &findings)
      }
    }
    if query.includesAll { _ = try collect(matching + [SearchExpression.member], limit: limit, into: &findings) }
  }

  /// Collects matches, the newest first.
  ///
  /// - Returns: Whether these are all.
  private func collect(
    _ matching: [String], limit: Int, into findings: inout Findings
  ) throws(StoreError) -> Bool {
    var isWhole = true
    var count = 0
    try forEachMatch(matching) { (document) throws(StoreError) in
      guard try isAccepted(document, &findings) else { return true }
      findings.add(document)
      count += 1
      isWhole = count < limit
      return isWhole
    }
    return isWhole
  }

  /// Visits what matches in its own name and tags, the newest first.
  private func forEachMatch(
    _ matching: [String], _ body: (SearchDocument) throws(StoreError) -> Bool
  ) throws(StoreError) {
    var parts = matching + query.tags.filter(SearchText.hasWords).map(SearchExpression.tag)
    if !query.includesAll { parts.append(SearchExpression.member) }
    let columns = LogReader.qualified(SearchDocument.columns, "d")
    let select: StoreStatement
    if parts.isEmpty {
      select = try database.statement("SELECT \(columns) FROM documents d ORDER BY d.id DESC")
    } else {
      select = try database.statement(
        """
        SELECT \(columns) FROM words CROSS JOIN documents d ON d.id = words.rowid
        WHERE words MATCH ? ORDER BY words.rowid DESC
        """)
      select.bind(1, SearchExpression.all(parts))
    }
    defer { select.reset() }
    while try select.step() {
      if try !body(SearchDocument(indexed: select)) { return }
    }
  }

  /// Whether a match meets the conditions that are not words.
  private func isAccepted(_ document: SearchDocument, _ findings: inout Findings) throws(StoreError) -> Bool {
    if findings.type?.matches(document) == false { return false }
    if !query.tags.isEmpty {
      let tags = document.tags.split(separator: ",").map { SearchText.folded(String($0)) }
      guard query.tags.allSatisfy({ tags.contains(SearchText.folded($0)) }) else { return false }
    }
    if !characters.isEmpty {
      let text = SearchText.folded(document.name + "," + document.tags)
      guard characters.allSatisfy({ text.contains($0) }) else { return false }
    }
    guard let modified = query.modified else { return true }
    guard let item = try items.item(document.id) else { return false }
    return modified.contains(item.modified)
  }

  // MARK: Folders above

  /// Collects items that have some of the terms, below folders that have the others.
  private func collectBelow(limit: Int, into findings: inout Findings) throws(StoreError) {
    let terms = Array(words.prefix(SearchAncestors.maximumTerms))
    var ancestors = try SearchAncestors(terms: terms, database: database)
    guard ancestors.available != 0 else { return }
    for own in Self.divisions(of: terms.count, available: ancestors.available) {
      let all = UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(terms.count)) - 1)
      let matching = terms.indices.filter { own & (1 << UInt32($0)) != 0 }.map {
        SearchExpression.term(terms[$0], .prefix)
      }
      var reach = query.limit == nil ? Int.max : Self.reach
      try forEachMatch(matching) { (document) throws(StoreError) in
        reach -= 1
        if try (own | ancestors.terms(at: document.parent)) == all, try isAccepted(document, &findings) {
          findings.addBelow(document)
        }
        return reach > 0 && findings.count < limit
      }
    }
  }

  /// Which terms the item itself must have, so that folders may have the rest: some, not all, the largest set first.
  /// With many terms only one or two of them are searched for above.
  private static func divisions(of count: Int, available: UInt32) -> [UInt32] {
    let all = UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(count)) - 1)
    var above: [UInt32] = []
    if count <= 4 {
      above = (1..<all).filter { $0 & ~available == 0 }
    } else {
      for first in 0..<count {
        for second in first..<count { above.append(1 << UInt32(first) | 1 << UInt32(second)) }
      }
      above = above.filter { $0 & ~available == 0 }
    }
    return above.sorted { ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1) }.map { all & ~$0 }
  }

  // MARK: What is found

  private struct Findings {
    let judge: SearchJudge
    var type: SearchType.Matcher?
    private(set) var candidates: [ItemID: Candidate] = [:]

    init(judge: SearchJudge, type: SearchType?) {
      self.judge = judge
      self.type = type.map { SearchType.Matcher($0) }
    }

    var count: Int { candidates.count }

    mutating func add(_ document: SearchDocument) {
      guard candidates[document.id] == nil else { return }
      candidates[document.id] = Candidate(document: document, rank: SearchRank(document, judge.fit(document.name)))
    }

    mutating func addBelow(_ document: SearchDocument) {
      guard candidates[document.id] == nil else { return }
      candidates[document.id] = Candidate(document: document, rank: SearchRank(document, .above))
    }
  }
}
