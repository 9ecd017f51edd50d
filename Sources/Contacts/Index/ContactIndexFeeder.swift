import FileProviderStore
import Foundation

/// Brings the index up to the log, a batch at a time.
///
/// The index is fed from the *present* state of the files that the log names, never from the rows of the log themselves. So a range may be processed twice, in any batches, by processes that take
/// turns, and the index still ends up the same. A missing index is made by listing all items in the order of their numbers, from an anchor taken before that; later changes are in the
/// log behind it. An index that is damaged, of another store, or older than the log is removed and made again.
///
/// Only the index's own file is written, so feeding neither waits for the store's write lock nor holds it. Used by one thread.
final class ContactIndexFeeder {
  private let store: ItemStore
  private let reading: CardReading
  private var known: ContactIndexDatabase?
  /// How often the index was removed: damage that comes back at once cannot be repaired here.
  private var removals = 0

  init(_ store: ItemStore) {
    self.store = store
    reading = CardReading(store)
  }

  /// Whether everything in the log is in the index.
  func isUpToDate() throws(StoreError) -> Bool {
    let progress: IndexProgress?
    do throws(StoreError) { progress = try existing()?.progress() } catch {
      known = nil
      guard error.code == .damaged else { throw error }
      return false
    }
    guard let progress, progress.listed == nil, let position = try? store.cursor(of: progress.anchor).position else {
      return false
    }
    return try position == store.readCommitted { (reader) throws(StoreError) in try reader.generation() }
  }

  /// The index, if there is one.
  func existing() throws(StoreError) -> ContactIndexDatabase? {
    do throws(StoreError) { return try open(makes: false) } catch {
      guard error.code == .noSuchItem else { throw error }
      return nil
    }
  }

  /// Opens the index, again if another process has made a new one.
  private func open(makes: Bool) throws(StoreError) -> ContactIndexDatabase {
    if let known, known.isCurrent(in: store.directory) { return known }
    known = nil
    var database = try ContactIndexDatabase(directory: store.directory, makes: makes)
    // It was replaced while it was being opened.
    while !database.isCurrent(in: store.directory) {
      database = try ContactIndexDatabase(directory: store.directory, makes: makes)
    }
    known = database
    return database
  }

  /// Adds one batch to the index. The caller holds the feeders' lock.
  ///
  /// - Returns: Whether there is more.
  /// - Throws: An error of the store or the disk; `damaged` for an index that is damaged again and again.
  func feed() throws(StoreError) -> Bool {
    var progress = try mending { (database) throws(StoreError) in try database.progress() } ?? nil
    var batch: IndexBatch?
    if let progress { batch = try IndexBatch.next(after: progress, store) }
    if batch == nil, progress != nil {
      remove()
      progress = nil
    }
    let next = if let batch { batch } else { try IndexBatch.first(store) }
    if next.progress == progress { return false }
    let isWritten: Void? = try mending { (database) throws(StoreError) in
      try database.transaction { () throws(StoreError) in
        for change in next.changes { try write(change, to: database) }
        if next.isListing, next.progress.listed == nil { try database.optimize() }
        try database.setProgress(next.progress)
      }
    }
    return isWritten == nil || next.hasMore
  }

  /// Reads some files again, whatever the log says. The caller holds the feeders' lock.
  func refresh(_ ids: [ItemID]) throws(StoreError) {
    let changes = try IndexBatch.changes(ids, store)
    _ = try mending { (database) throws(StoreError) in
      // Without a listing the rows would be of no use.
      guard try database.progress() != nil else { return }
      try database.transaction { () throws(StoreError) in
        for change in changes where change.file?.isSettled == true { try write(change, to: database) }
      }
    }
  }

  /// Removes an index that turned out to be damaged, unless it was made again meanwhile. The caller holds the feeders' lock.
  func remove(_ damaged: ContactIndexDatabase) {
    if damaged.isCurrent(in: store.directory) { remove() }
  }

  private func remove() {
    known = nil
    ContactIndexDatabase.remove(from: store.directory)
  }

  /// Works on the index. One that turns out to be damaged is removed.
  ///
  /// - Returns: What `body` returned; nil after a removal.
  private func mending<Result>(
    _ body: (ContactIndexDatabase) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    do throws(StoreError) { return try body(try open(makes: true)) } catch {
      guard error.code == .damaged, removals < 3 else { throw error }
      removals += 1
      remove()
      return nil
    }
  }

  // MARK: Writing the index

  private func write(_ change: IndexBatch.Change, to database: ContactIndexDatabase) throws(StoreError) {
    let state = try database.state(of: change.id)
    guard let file = change.file else {
      if state.isKnown { try database.remove(change.id) }
      return
    }
    // A later change than that of the batch may be one of the contents. The row is outdated until its batch comes.
    if let unchanged = change.unchanged, state.isKnown, file.isSettled, state.content == file.record.attributes.content
    {
      try database.note(unchanged, of: change.id)
    } else {
      try database.write(try reading.row(file))
    }
  }
}
