import FileProviderSQLite

/// What the index keeps of an item.
struct SearchDocument: Hashable {
  var id: ItemID
  var parent: ItemID
  var kind: ItemKind
  var isMember: Bool
  /// Nanoseconds since 1970; only of members.
  var lastUsed: Int64?
  /// The name, spelled.
  var name: String
  /// Separated by commas; only of members. What was not valid UTF-8 is replaced.
  var tags: String

  /// Marks by which the index can be narrowed.
  var facets: String {
    (isMember ? Self.memberFacet + " " : "") + (kind == .folder ? Self.folderFacet + " " : "")
      + Self.facet(wordCount: SearchText.wordCount(name))
  }

  static let memberFacet = "\(SearchText.facetMark)m"
  static let folderFacet = "\(SearchText.facetMark)f"
  static func facet(wordCount: Int) -> String { "\(SearchText.facetMark)w\(wordCount)" }

  /// Whether two documents are indexed under the same words.
  func hasSameWords(as other: SearchDocument) -> Bool {
    name == other.name && tags == other.tags && isMember == other.isMember && kind == other.kind
  }
}

/// Reads what the search index keeps of items.
struct SearchReader {
  let reader: StoreReader

  init(_ reader: StoreReader) { self.reader = reader }

  private static let documentColumns = "i.id, i.parent, i.kind, i.flags, i.name, m.last_used, m.tags"
  private static let searchDocumentSQL = SQLText(
    "SELECT \(documentColumns) FROM items i LEFT JOIN members m ON m.item = i.id WHERE i.id = ?")
  private static let searchDocumentsSQL = SQLText(
    """
    SELECT \(documentColumns) FROM items i INDEXED BY items_by_id LEFT JOIN members m ON m.item = i.id
    WHERE i.id > max(?, 1023) ORDER BY i.id LIMIT ?
    """)

  /// What the index keeps of an item as it is now; `nil` when it is gone.
  func searchDocument(_ id: ItemID) throws(StoreError) -> SearchDocument? {
    let statement = try reader.statement(Self.searchDocumentSQL)
    statement.bind(1, id)
    defer { statement.reset() }
    return try statement.step() ? SearchDocument(item: statement) : nil
  }

  /// What the index keeps of the items that follow in the order of their numbers.
  func searchDocuments(after id: ItemID, limit: Int) throws(StoreError) -> [SearchDocument] {
    let statement = try reader.statement(Self.searchDocumentsSQL)
    statement.bind(1, id)
    statement.bind(2, Int64(limit))
    defer { statement.reset() }
    var documents: [SearchDocument] = []
    documents.reserveCapacity(limit)
    while try statement.step() { documents.append(SearchDocument(item: statement)) }
    return documents
  }
}

extension SearchDocument {
  /// Reads a row of the store.
  fileprivate init(item row: StoreStatement) {
    let flags = ItemFlags(rawValue: Int32(truncatingIfNeeded: row.integer(3)))
    let isMember = flags.contains(.member)
    self.init(
      id: ItemID(rawValue: row.integer(0)), parent: ItemID(rawValue: row.integer(1)),
      kind: ItemKind(rawValue: UInt8(truncatingIfNeeded: row.integer(2))) ?? .file, isMember: isMember,
      lastUsed: isMember ? row.integerOrNil(5) : nil, name: row.spelling(4),
      tags: isMember && !row.isNull(6) ? row.text(6) : "")
  }

  /// The columns of `SearchDatabase.documents`, in this order.
  static let columns = "id, parent, kind, member, last_used, name, tags"

  /// Reads a row of the index.
  init(indexed row: StoreStatement) {
    self.init(
      id: ItemID(rawValue: row.integer(0)), parent: ItemID(rawValue: row.integer(1)),
      kind: ItemKind(rawValue: UInt8(truncatingIfNeeded: row.integer(2))) ?? .file, isMember: row.integer(3) != 0,
      lastUsed: row.integerOrNil(4), name: row.text(5), tags: row.text(6))
  }
}
