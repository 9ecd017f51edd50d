import FileProviderStore

/// What a transaction of the index covers, as it was read from the store.
struct IndexBatch {
  struct Change {
    let id: ItemID
    /// Nil of what is not in the index.
    let file: CardReading.File?
    /// The last change of the file in the batch, if none of them was one of its contents; nil where the file has to be read.
    let unchanged: Generation?
  }

  var changes: [Change]
  /// Whether the items come from the listing.
  var isListing = false
  var progress: IndexProgress
  var hasMore: Bool

  /// How many items or rows of the log a batch covers.
  static let size = 2048

  /// The beginning of a listing.
  static func first(_ store: ItemStore) throws(StoreError) -> IndexBatch {
    try snapshot(store) { (reader) throws(StoreError) in
      let anchor = store.anchor(ChangeCursor(at: try reader.generation()))
      return try list(IndexProgress(anchor: anchor, listed: ItemID.none), after: .none, reader)
    }
  }

  /// What follows.
  ///
  /// - Returns: Nil when the log does not reach back to the anchor, or the anchor is of another store.
  static func next(after progress: IndexProgress, _ store: ItemStore) throws(StoreError) -> IndexBatch? {
    guard let position = try? store.cursor(of: progress.anchor).position else { return nil }
    return try snapshot(store) { (reader) throws(StoreError) -> IndexBatch? in
      guard try reader.coversChanges(since: position) else { return nil }
      if let listed = progress.listed { return try list(progress, after: listed, reader) }
      return try follow(progress, after: position, store, reader)
    }
  }

  /// Some files that have to be read.
  static func changes(_ ids: [ItemID], _ store: ItemStore) throws(StoreError) -> [Change] {
    try snapshot(store) { (reader) throws(StoreError) in try changes(ids, reader) }
  }

  private static func snapshot<Result>(
    _ store: ItemStore, _ body: (CommittedReader) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try store.readCommitted { (reader) throws(StoreError) in
      try reader.snapshot { () throws(StoreError) in try body(reader) }
    }
  }

  private static func list(
    _ progress: IndexProgress, after id: ItemID, _ reader: CommittedReader
  ) throws(StoreError) -> IndexBatch {
    let ids = try reader.itemNumbers(after: id, limit: size)
    var next = progress
    next.listed = ids.count < size ? nil : ids.last
    let changes = try changes(ids, reader).filter { $0.file != nil }
    return IndexBatch(changes: changes, isListing: true, progress: next, hasMore: true)
  }

  private static func follow(
    _ progress: IndexProgress, after position: Generation, _ store: ItemStore, _ reader: CommittedReader
  ) throws(StoreError) -> IndexBatch {
    let newest = try reader.generation()
    var end = newest
    var rows = 0
    var order: [ItemID] = []
    var last: [ItemID: Generation?] = [:]
    try LogReader(reader).forEachLogRow(after: position, upTo: newest) { (row) throws(StoreError) in
      rows += 1
      if row.kind == .file, row.event != .gap {
        let isOfContents = row.event != .update || row.fields.contains(.contents)
        let before = last.updateValue(row.generation, forKey: row.item)
        if before == nil { order.append(row.item) }
        if isOfContents || before == .some(nil) { last[row.item] = .some(nil) }
      }
      guard rows < size else {
        end = row.generation
        return false
      }
      return true
    }
    var next = progress
    next.anchor = store.anchor(ChangeCursor(at: end))
    let changes = try changes(order, unchanged: last.compactMapValues { $0 }, reader)
    return IndexBatch(changes: changes, progress: next, hasMore: end < newest)
  }

  /// - Parameter unchanged: The last changes of those that need not be read.
  private static func changes(
    _ ids: [ItemID], unchanged: [ItemID: Generation] = [:], _ reader: CommittedReader
  ) throws(StoreError) -> [Change] {
    var changes: [Change] = []
    changes.reserveCapacity(ids.count)
    for id in ids {
      changes.append(Change(id: id, file: try CardReading.file(id, reader), unchanged: unchanged[id]))
    }
    return changes
  }
}
