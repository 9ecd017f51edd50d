/// Tells a change history to a visitor, a batch at a time; keeps its place between calls.
///
/// Used by one thread. `tail` calls `next` until there is no more, waits for a commit, and calls it again.
package final class ChangeHistory {
  private enum State {
    case starting
    case listing(FullListing)
    case changes(ChangeCursor)
  }

  private let store: ItemStore
  private let request: ChangeHistoryRequest
  private let reader: StoreReader
  private var state = State.starting
  /// Set when the reader came with a token.
  private var resumption: Resumption?

  package init(store: ItemStore, request: ChangeHistoryRequest) throws(StoreError) {
    self.store = store
    self.request = request
    reader = try store.makeReader()
  }

  /// Tells the next batch.
  ///
  /// - Returns: Whether more is known to be there.
  package func next(_ visitor: some ChangeHistoryVisitor) throws(StoreError) -> Bool {
    visitor.visitBatchStart()
    switch state {
    case .starting:
      return try start(visitor)
    case .listing(let listing):
      return try list(listing, visitor)
    case .changes(let cursor):
      return try tell(from: cursor, visitor)
    }
  }

  private func start(_ visitor: some ChangeHistoryVisitor) throws(StoreError) -> Bool {
    switch request.start {
    case .beginning:
      return try restart(visitor)
    case .now:
      return try tell(from: ChangeCursor(at: try reader.generation()), visitor)
    case .last(let count):
      return try tell(from: ChangeCursor(at: try generation(before: count)), visitor)
    case .token(let token):
      do {
        let cursor = try store.cursor(of: token)
        resumption = Resumption(at: try reader.generation())
        return try tell(from: cursor, visitor)
      } catch  where error.code == .tokenExpired {
        return try restart(visitor)
      }
    }
  }

  // MARK: Everything

  private func restart(_ visitor: some ChangeHistoryVisitor) throws(StoreError) -> Bool {
    let listing = try reader.snapshot { () throws(StoreError) in
      try FullListing(reader: reader, scope: request.scope, pinned: try reader.generation())
    }
    visitor.visitDropEverything(at: listing.number, resume: store.anchor(ChangeCursor(at: .beforeEverything)))
    state = .listing(listing)
    return try list(listing, visitor)
  }

  private func list(
    _ listing: FullListing, _ visitor: some ChangeHistoryVisitor
  ) throws(StoreError) -> Bool {
    let excluded = try reader.authorNumbers(request.excludedAuthors)
    // Until the listing is whole, whoever resumes begins again.
    let again = store.anchor(ChangeCursor(at: .beforeEverything))
    try reader.snapshot { () throws(StoreError) in
      for record in try listing.next(limit: request.batchSize) {
        let number = listing.nextNumber()
        if !request.includesFolders && record.kind == .folder { continue }
        let row = try reader.logRow(at: record.attributes.lastChange)
        if let author = row?.author, excluded.contains(author) { continue }
        let change = ItemChange(
          event: .add, generation: number, time: row?.time ?? record.attributes.changed.rawValue / 1000,
          author: row?.author ?? 0, item: record.id, kind: record.kind, fields: [], parent: record.parent,
          name: record.name, previousPlace: nil, whole: request.wholeItems ? WholeItem(record) : nil)
        try visitor.visitAdd(change, resume: again, reader: reader)
      }
    }
    guard listing.isComplete else { return true }
    let cursor = ChangeCursor(at: listing.pinned)
    state = .changes(cursor)
    try visitor.visitAnchor(store.anchor(cursor), at: listing.pinned)
    return try reader.generation() > listing.pinned
  }

  // MARK: Changes

  private func tell(from start: ChangeCursor, _ visitor: some ChangeHistoryVisitor) throws(StoreError) -> Bool {
    var cursor = start
    let changes = ChangeReader(
      reader: reader, scope: request.scope, excludedAuthors: try reader.authorNumbers(request.excludedAuthors),
      includesFolders: request.includesFolders, isCoalesced: request.isCoalesced, wholeItems: request.wholeItems,
      resumption: resumption)
    let more: Bool
    do {
      more = try changes.nextBatch(&cursor, limit: request.batchSize) { (change, after) throws(StoreError) in
        let resume = store.anchor(after)
        switch change.event {
        case .add: try visitor.visitAdd(change, resume: resume, reader: reader)
        case .update: try visitor.visitUpdate(change, resume: resume, reader: reader)
        case .delete: try visitor.visitDelete(change, resume: resume, reader: reader)
        }
      }
    } catch  where error.code == .tokenExpired {
      return try restart(visitor)
    }
    state = .changes(cursor)
    try visitor.visitAnchor(store.anchor(cursor), at: cursor.position)
    return more
  }

  /// The generation after which there are so many changes of this container.
  private func generation(before count: Int) throws(StoreError) -> Generation {
    let excluded = try reader.authorNumbers(request.excludedAuthors)
    return try reader.generation(
      before: count, scope: request.scope, excludedAuthors: excluded, includesFolders: request.includesFolders)
  }
}

extension StoreReader {
  /// The generation after which the log has so many rows that concern a container, or its beginning.
  func generation(
    before count: Int, scope: ChangeScope, excludedAuthors: Set<Int64>, includesFolders: Bool
  ) throws(StoreError) -> Generation {
    guard count > 0 else { return try generation() }
    var left = count
    var found: Generation?
    try forEachLogRowFromEnd { row throws(StoreError) in
      // What is before a gap may never have been.
      if row.event == .gap { found = row.generation }
      if scope.isConcerned(by: row), includesFolders || row.kind != .folder, !excludedAuthors.contains(row.author) {
        left -= 1
        if left == 0 { found = Generation(rawValue: row.generation.rawValue - 1) }
      }
      return found == nil
    }
    if let found { return found }
    return try oldestGeneration()
  }
}
