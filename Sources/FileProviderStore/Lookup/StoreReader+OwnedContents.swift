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

  /// Those contents that no item has, and that are not discarded. Small ones that are removed by now are not among them.
  func ownerless(_ keys: [ContentKey]) throws(StoreError) -> [ContentKey] {
    let files = keys.filter { !$0.isSmall }
    let list = files.map { String($0.rawValue) }.joined(separator: ", ")
    let known = Set(
      try integers(
        Self.owners.map { "SELECT content FROM \($0) WHERE content IN (\(list))" }.joined(separator: " UNION ALL ")))
    var ownerless = files.filter { !known.contains($0.rawValue) }
    if files.count < keys.count {
      let small = Set(try ownerlessSmallContents())
      ownerless += keys.filter { small.contains($0) }
    }
    return ownerless
  }

  /// The small contents that no row names. They are committed with the row that does, so this is one question: between two, others come and go.
  func ownerlessSmallContents() throws(StoreError) -> [ContentKey] {
    let owners = Self.owners.map { " EXCEPT SELECT content FROM \($0) WHERE content >= \(ContentKey.firstSmall)" }
    return try integers("SELECT content FROM small_contents" + owners.joined()).map { ContentKey(rawValue: $0) }
  }
}
