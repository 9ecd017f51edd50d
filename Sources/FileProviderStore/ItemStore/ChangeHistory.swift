/// Tells a change history to a visitor, one batch after another; keeps its place between calls.
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
  private let reader: CommittedReader
  private var state = State.starting
  /// Set when the reader resumed with a token.
  private var resumption: Resumption?
  /// The last generation that is reported, determined when the history begins.
  private var end = Generation.endless

  package init(store: ItemStore, request: ChangeHistoryRequest) throws(StoreError) {
    self.store = store
    self.request = request
    reader = try store.makeCommittedReader()
  }

  /// Tells the next batch.
  ///
  /// - Returns: Whether there is more.
  package func next(_ visitor: some ChangeHistoryVisitor) throws(StoreError) -> Bool {
    visitor.visitBatchStart()
    switch state {
    case .starting:
      return try start(visitor)
    case .listing(let listing):
      return try list(listing, visitor)
    case .changes(let cursor):
      return try report(from: cursor, visitor)
    }
  }

  private func start(_ visitor: some ChangeHistoryVisitor) throws(StoreError) -> Bool {
    if let until = request.until { end = try LogReader(reader).generation(upTo: until) }
    switch request.start {
    case .beginning:
      return try restart(visitor)
    case .time(let time):
      return try report(from: ChangeCursor(at: try LogReader(reader).generation(before: time)), visitor)
    case .now:
      return try report(from: ChangeCursor(at: try reader.generation()), visitor)
    case .last(let count):
      return try report(from: ChangeCursor(at: try generation(before: count)), visitor)
    case .token(let token):
      do {
        let cursor = try store.cursor(of: token)
        resumption = Resumption(at: try reader.generation())
        return try report(from: cursor, visitor)
      } catch  where error.code == .tokenExpired {
        return try restart(visitor)
      }
    }
  }

  // MARK: Everything

  private func restart(_ visitor: some ChangeHistoryVisitor) throws(StoreError) -> Bool {
    guard request.until == nil else {
      throw StoreError(
        .tokenExpired, "the log does not reach back to the anchor, so the state at that time is unknown")
    }
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
    let (authors, excluded) = try authorNumbers()
    // A reader that resumes before the listing is complete begins again.
    let again = store.anchor(ChangeCursor(at: .beforeEverything))
    try reader.snapshot { () throws(StoreError) in
      for record in try listing.next(limit: request.batchSize) {
        let number = listing.nextNumber()
        if !request.includesFolders && record.kind == .folder { continue }
        let row = try LogReader(reader).logRow(at: record.attributes.lastChange)
        if let author = row?.author, excluded.contains(author) { continue }
        if let authors, !(row.map { authors.contains($0.author) } ?? false) { continue }
        let change = ItemChange(
          event: .add, generation: number, time: row?.time ?? record.attributes.changed.rawValue / 1000,
          author: row?.author ?? 0, writer: row?.writer, item: record.id, kind: record.kind, fields: [],
          parent: record.parent,
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

  private func report(from start: ChangeCursor, _ visitor: some ChangeHistoryVisitor) throws(StoreError) -> Bool {
    var cursor = start
    let (authors, excluded) = try authorNumbers()
    let changes = ChangeReader(
      reader: reader, scope: request.scope, authors: authors, excludedAuthors: excluded,
      includesFolders: request.includesFolders, isCoalesced: request.isCoalesced, wholeItems: request.wholeItems,
      resumption: resumption, end: end)
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

  /// The numbers of the given authors that have changed anything yet.
  private func authorNumbers() throws(StoreError) -> (only: Set<Int64>?, excluded: Set<Int64>) {
    (
      try request.authors.map { (names) throws(StoreError) in try LogReader(reader).authorNumbers(names) },
      try LogReader(reader).authorNumbers(request.excludedAuthors)
    )
  }

  /// The generation after which there are as many changes of this container as asked for.
  private func generation(before count: Int) throws(StoreError) -> Generation {
    guard count > 0 else { return min(try reader.generation(), end) }
    let (authors, excluded) = try authorNumbers()
    return try reader.snapshot { () throws(StoreError) in
      let scope = ScopeView(request.scope, reader)
      var left = count
      var found: Generation?
      try LogReader(reader).forEachLogRowFromEnd { row throws(StoreError) in
        guard row.generation <= end else { return true }
        // What is before a gap may have been lost.
        if row.event == .gap { found = row.generation }
        if try scope.isConcerned(by: row), request.includesFolders || row.kind != .folder,
          !excluded.contains(row.author), authors?.contains(row.author) ?? true
        {
          left -= 1
          if left == 0 { found = Generation(rawValue: row.generation.rawValue - 1) }
        }
        return found == nil
      }
      if let found { return found }
      return try reader.oldestGeneration()
    }
  }
}
