import FileProviderSQLite

// What sparse contents occupy on the disk is in the rows of their documents, because asking the disk costs 8 µs. It is noted when the contents are
// on the disk: before, a file system that allocates late may say too little. A change of the contents forgets it.
extension ItemStore {
  /// The number of rows in one transaction, which holds the write lock for a millisecond or two.
  private static let measuredAtOnce = 512

  /// Notes what the contents of sparse documents occupy that are not noted, except those that are being written or may not be on the disk.
  func measureContents() throws(StoreError) {
    var last = ItemID.none
    while true {
      let documents = try readCommitted { (reader) throws(StoreError) in
        try HousekeepingReader(reader).unmeasuredDocuments(after: last, limit: Self.measuredAtOnce)
      }
      guard let end = documents.last else { return }
      last = end.id
      // Contents that are gone are reported by “check”.
      try recordBlocks(
        documents.compactMap { item in item.content.flatMap { contents.blocks(of: $0) }.map { (item, $0) } })
    }
  }

  /// Notes what contents occupy, in units of 512 bytes, where their documents have not been changed since they were read.
  func recordBlocks(_ measured: [(item: ItemAttributes, blocks: Int64)]) throws(StoreError) {
    guard !measured.isEmpty else { return }
    try change(author: Self.housekeepingAuthor, mayUseReserve: true) { (transaction) throws(StoreError) in
      let row = try transaction.reader.statement(.noteBlocks)
      for (item, blocks) in measured {
        row.bind(1, blocks)
        row.bind(2, item.parent)
        row.bind(3, item.id)
        row.bind(4, item.lastChange)
        row.bind(5, item.content?.rawValue)
        try row.run()
      }
    }
  }
}

extension HousekeepingReader {
  private static let unmeasuredSQL = SQLText(
    """
    SELECT \(StoreReader.columns) FROM items INDEXED BY items_unmeasured
    WHERE flags & 32 AND blocks IS NULL AND id > ? AND NOT EXISTS (SELECT 1 FROM writers WHERE item = id)
    ORDER BY id LIMIT ?
    """)

  /// Sparse documents whose rows do not say what they occupy, in the order of their numbers, without those that have a mark.
  func unmeasuredDocuments(after key: ItemID = .none, limit: Int) throws(StoreError) -> [ItemAttributes] {
    try reader.items(Self.unmeasuredSQL, after: key, limit: limit)
  }
}
