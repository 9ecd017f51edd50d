// Which content files the tables name.
extension StoreReader {
  /// Calls `body` for the contents that some row names, from a number on.
  func forEachOwnedContent(from first: ContentKey, _ body: (ContentKey) -> Void) throws(StoreError) {
    for table in Self.owners {
      let select = try StoreStatement("SELECT content FROM \(table) WHERE content >= ?", on: connection)
      select.bind(1, first.rawValue)
      while try select.step() { body(ContentKey(rawValue: select.integer(0))) }
    }
  }

  /// The tables that name contents.
  private static let owners = [
    "items", "discarded_contents", "replaced_contents", "partial_contents", "former_contents", "removed_documents",
  ]

  /// Those content files that no item has, and that are not discarded.
  func ownerless(_ keys: [ContentKey]) throws(StoreError) -> [ContentKey] {
    let list = keys.map { String($0.rawValue) }.joined(separator: ", ")
    let known = Set(
      try integers(
        Self.owners.map { "SELECT content FROM \($0) WHERE content IN (\(list))" }.joined(separator: " UNION ALL ")))
    return keys.filter { !known.contains($0.rawValue) }
  }
}
