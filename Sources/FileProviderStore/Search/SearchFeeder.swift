import Foundation

/// Brings the index up to the log, a batch at a time.
///
/// The index is fed from the *present* state of the items that the log names, never from the rows of the log
/// themselves. So a range may be processed twice, in any batches, by processes that take turns, and the index still ends
/// up the same. A missing index is made by listing all items in the order of their numbers, from an anchor taken before
/// that; later changes are in the log behind it. An index that is damaged, of another store, or older than the log is
/// removed and made again.
///
/// Only the index's own file is written, so feeding neither waits for the store's write lock nor holds it. Used by one
/// thread.
final class SearchFeeder {
  private let directory: URL
  private let items: CommittedReader
  private let store: UUID
  private var known: SearchDatabase?
  /// How often the index was removed since it was last up to date: damage that comes back at once cannot be repaired
  /// here.
  private var removals = 0

  /// How many items or rows of the log a transaction of the index covers. Each transaction writes a segment that is merged with others
  /// later: with 1 000 an index of 100 000 took a third longer; with 8 192 a mount that fed it had 65 MiB of memory instead of 50.
  static let batchSize = 2048

  init(directory: URL, items: CommittedReader) throws(StoreError) {
    self.directory = directory
    self.items = items
    guard let text = try items.setting("uuid"), let uuid = UUID(uuidString: text) else {
      throw StoreError(.damaged, "the store has no identifier; run “fileprovider check” for details")
    }
    store = uuid
  }

  /// How far the index is; `nil` when there is none, or none that can be read.
  func progress() throws(StoreError) -> SearchProgress? {
    do { return try existing()?.progress() } catch {
      known = nil
      guard error.code == .damaged else { throw error }
      return nil
    }
  }

  /// Whether everything in the log is in the index.
  func isUpToDate() throws(StoreError) -> Bool {
    guard let progress = try progress(), progress.listed == nil, progress.anchor.store == store else { return false }
    return try progress.anchor.end == items.generation()
  }

  /// The index, if there is one.
  func existing() throws(StoreError) -> SearchDatabase? {
    do { return try open(makes: false) } catch {
      guard error.code == .noSuchItem else { throw error }
      return nil
    }
  }

  /// Opens the index, again if another process has made a new one.
  private func open(makes: Bool) throws(StoreError) -> SearchDatabase {
    if let known, known.isCurrent(in: directory) { return known }
    known = nil
    var database = try SearchDatabase(directory: directory, makes: makes)
    // It was replaced while it was being opened.
    while !database.isCurrent(in: directory) { database = try SearchDatabase(directory: directory, makes: makes) }
    known = database
    return database
  }

  /// Adds one batch to the index. The caller holds the feeders' lock.
  ///
  /// - Returns: Whether there is more.
  /// - Throws: An error of the store or the disk; `damaged` for an index that is damaged again and again.
  func feed() throws(StoreError) -> Bool {
    var progress = try mending { (database) throws(StoreError) in try database.progress() } ?? nil
    var batch: Batch?
    if let progress, progress.anchor.store == store, progress.anchor.schema == Schema.version {
      batch = try self.batch(after: progress)
    }
    if batch == nil && progress != nil {
      removeIndex()
      progress = nil
    }
    let next = if let batch { batch } else { try firstBatch() }
    if next.progress == progress { return false }
    let isWritten: Void? = try mending { (database) throws(StoreError) in
      try database.transaction { () throws(StoreError) in
        try Self.write(next, to: database)
        if next.isListing && next.progress.listed == nil { try database.optimize() }
        try database.setProgress(next.progress)
      }
    }
    if isWritten != nil && !next.hasMore { removals = 0 }
    return isWritten == nil || next.hasMore
  }

  private func removeIndex() {
    known = nil
    SearchDatabase.remove(from: directory)
  }

  /// Works on the index. One that turns out to be damaged is removed.
  ///
  /// - Returns: What `body` returned; `nil` after a removal.
  private func mending<Result>(
    _ body: (SearchDatabase) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    do { return try body(try open(makes: true)) } catch {
      guard error.code == .damaged, removals < 3 else { throw error }
      removals += 1
      removeIndex()
      return nil
    }
  }

  // MARK: Reading the store

  private struct Batch {
    var changes: [(id: ItemID, document: SearchDocument?)]
    /// Whether the items come from the listing, so that none of them is in the index yet.
    var isListing: Bool
    var progress: SearchProgress
    var hasMore: Bool
  }

  private func firstBatch() throws(StoreError) -> Batch {
    try items.snapshot { () throws(StoreError) in
      let start = SearchProgress(
        anchor: .anchor(store: store, ChangeCursor(at: try items.generation())), listed: ItemID.none)
      return try list(start, after: .none)
    }
  }

  /// - Returns: `nil` when the log does not reach back to the anchor.
  private func batch(after progress: SearchProgress) throws(StoreError) -> Batch? {
    try items.snapshot { () throws(StoreError) -> Batch? in
      guard try items.coversChanges(since: progress.anchor.end) else { return nil }
      if let listed = progress.listed { return try list(progress, after: listed) }
      return try follow(progress)
    }
  }

  private func list(_ progress: SearchProgress, after id: ItemID) throws(StoreError) -> Batch {
    let documents = try SearchReader(items).searchDocuments(after: id, limit: Self.batchSize)
    var next = progress
    next.count += Int64(documents.count)
    next.listed = documents.count < Self.batchSize ? nil : documents.last?.id
    return Batch(changes: documents.map { ($0.id, $0) }, isListing: true, progress: next, hasMore: true)
  }

  private func follow(_ progress: SearchProgress) throws(StoreError) -> Batch {
    let newest = try items.generation()
    var position = newest
    var rows = 0
    var order: [ItemID] = []
    var seen: Set<ItemID> = []
    try LogReader(items).forEachLogRow(after: progress.anchor.end, upTo: newest) { (row) throws(StoreError) in
      rows += 1
      if Self.isOfInterest(row), seen.insert(row.item).inserted { order.append(row.item) }
      guard rows < Self.batchSize else {
        position = row.generation
        return false
      }
      return true
    }
    var changes: [(id: ItemID, document: SearchDocument?)] = []
    changes.reserveCapacity(order.count)
    for id in order { changes.append((id, try SearchReader(items).searchDocument(id))) }
    var next = progress
    next.anchor = .anchor(store: store, ChangeCursor(at: position))
    return Batch(changes: changes, isListing: false, progress: next, hasMore: position < newest)
  }

  /// Whether a change concerns the index: a mere write to a document does not.
  private static func isOfInterest(_ row: borrowing LogRow) -> Bool {
    switch row.event {
    case .create, .delete: true
    case .update:
      row.wasMember != row.isMember || !row.fields.isDisjoint(with: [.filename, .parent, .tags, .lastUsed, .trashed])
    case .gap: false
    }
  }

  // MARK: Writing the index

  private static func write(_ batch: Batch, to database: SearchDatabase) throws(StoreError) {
    for (id, document) in batch.changes where !(document == nil && id.isFixed) {
      try database.replace(batch.isListing ? nil : database.document(id), by: document)
    }
  }
}
