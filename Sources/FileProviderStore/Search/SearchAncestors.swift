/// Finds which terms are in the names of the folders above an item.
///
/// The index does not have that, because a folder is renamed or moved in one row, whatever is below it. The parents are
/// followed in the index, and what was found for a folder is kept for its other children, so that a thousand results
/// cost about as many look-ups as they have folders.
struct SearchAncestors {
  private let database: SearchDatabase
  /// The folders whose own name has a term, with one bit for each term.
  private var named: [ItemID: UInt32]
  /// The terms in the names of a folder and of those above it.
  private var known: [ItemID: UInt32] = [.root: 0, .trash: 0, .none: 0]
  /// The terms that any folder has.
  private(set) var available: UInt32 = 0

  /// How many folders may have a term: beyond that the newest count. A term of one letter would match every other
  /// folder.
  private static let limit: Int64 = 20_000
  /// The most terms, more than anybody types.
  static let maximumTerms = 32

  init(terms: [String], database: SearchDatabase) throws(StoreError) {
    self.database = database
    named = [:]
    let select = try database.statement("SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?")
    for (index, term) in terms.prefix(Self.maximumTerms).enumerated() {
      select.bind(1, SearchExpression.all([SearchExpression.term(term, .prefix), SearchExpression.folder]))
      select.bind(2, Self.limit)
      defer { select.reset() }
      while try select.step() {
        named[ItemID(rawValue: select.integer(0)), default: 0] |= 1 << UInt32(index)
        available |= 1 << UInt32(index)
      }
    }
  }

  /// The terms in the names of a folder and of those above it, one bit for each term.
  mutating func terms(at folder: ItemID) throws(StoreError) -> UInt32 {
    if let known = known[folder] { return known }
    var path: [ItemID] = []
    var current = folder
    let parent = try database.statement("SELECT parent FROM documents WHERE id = ?")
    // A damaged index may have a cycle.
    while known[current] == nil && path.count < 4096 {
      path.append(current)
      parent.bind(1, current)
      defer { parent.reset() }
      current = try parent.step() ? ItemID(rawValue: parent.integer(0)) : .none
    }
    var terms = known[current] ?? 0
    for folder in path.reversed() {
      terms |= named[folder] ?? 0
      known[folder] = terms
    }
    return terms
  }
}
