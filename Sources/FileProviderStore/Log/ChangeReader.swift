/// Tells the changes of a container from the log.
///
/// **Coalesced**: each item once, at its last change in the run, as it is now. That needs no memory: an item's row
/// knows its last change, and each row of the log knows the item's previous one. So whether a row is the last of its
/// item, and how the item stood at the start of the run, are both found by following that chain, which has more than
/// one link only where an item changed more than once.
///
/// A reader that resumes may have received more than its anchor covers: it was killed after a line and before it
/// wrote its cursor, or it kept an older anchor. If an item that was added and removed since were not reported, it would
/// keep that item forever. So until it has reached the end that the log had when it resumed, such an item is reported as
/// deleted; the deletion of an unknown item does no harm.
///
/// **Individual**: every row, as it was.
package struct ChangeReader {
  let reader: CommittedReader
  let scope: ScopeView
  let authors: Set<Int64>?
  let excludedAuthors: Set<Int64>
  let includesFolders: Bool
  let isCoalesced: Bool
  let wholeItems: Bool
  let resumption: Resumption?
  let end: Generation

  /// How many rows of the log one batch reads, so that a batch that matches nothing ends, too.
  static let scanLimit = 65536

  /// - Parameters:
  ///   - authors: The authors whose changes are reported; `nil` for all.
  ///   - wholeItems: Whether each change carries its item; without, it carries only its place, at half the cost.
  ///   - resumption: For a reader that may have received more than its cursor covers; `nil` if the cursor covers everything.
  ///   - end: The last generation that is reported.
  package init(
    reader: CommittedReader, scope: ChangeScope, authors: Set<Int64>? = nil, excludedAuthors: Set<Int64> = [],
    includesFolders: Bool = true, isCoalesced: Bool = true, wholeItems: Bool = true, resumption: Resumption? = nil,
    end: Generation = .endless
  ) {
    self.reader = reader
    self.scope = ScopeView(scope, reader)
    self.authors = authors
    self.excludedAuthors = excludedAuthors
    self.includesFolders = includesFolders
    self.isCoalesced = isCoalesced
    self.wholeItems = wholeItems
    self.resumption = resumption
    self.end = end
  }

  private func isReported(_ author: Int64) -> Bool {
    !excludedAuthors.contains(author) && authors?.contains(author) ?? true
  }

  /// Tells the next batch. One view of the database serves it whole.
  ///
  /// - Parameters:
  ///   - cursor: The place to continue from; when this returns, the next one.
  ///   - limit: The most changes.
  ///   - body: Is given each change and the cursor to resume with after it.
  /// - Returns: Whether there is more.
  /// - Throws: `tokenExpired` when the log does not reach back to the cursor.
  package func nextBatch(
    _ cursor: inout ChangeCursor, limit: Int, _ body: (ItemChange, ChangeCursor) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    try reader.snapshot { () throws(StoreError) -> Bool in
      guard try reader.coversChanges(since: cursor.base) else {
        throw StoreError(.tokenExpired, "the log does not reach back to generation \(cursor.base)")
      }
      let newest = max(min(try reader.generation(), end), cursor.end)
      if cursor.isComplete { cursor = ChangeCursor(base: cursor.end, position: cursor.end, end: newest) }
      let start = cursor
      var position = start.position
      var reported = 0
      var scanned = 0
      var items = try ItemScan(reader, isWhole: wholeItems)
      defer { items.end() }
      try LogReader(reader).forEachLogRow(after: start.position, upTo: start.end) { row throws(StoreError) in
        position = row.generation
        scanned += 1
        if let change = try change(row, &items, start) {
          try body(change, start.advanced(to: row.generation))
          reported += 1
        }
        return reported < limit && scanned < Self.scanLimit
      }
      if reported < limit && scanned < Self.scanLimit { position = start.end }
      cursor = start.advanced(to: position)
      return !cursor.isComplete || cursor.end < newest
    }
  }

  /// The change that a row of the log is to the reader; `nil` when it is none.
  private func change(
    _ row: borrowing LogRow, _ items: inout ItemScan, _ run: ChangeCursor
  ) throws(StoreError) -> ItemChange? {
    guard try scope.isConcerned(by: row), includesFolders || row.kind != .folder, isReported(row.author) else {
      return nil
    }
    let isThere = row.event == .delete ? false : try items.find(row.item, in: row.parent)
    guard isCoalesced else { return try individual(row, isThere ? State(row, items) : try state(row)) }
    if isThere {
      let lastChange = items.lastChange
      // If this is not the item's last row, a later one usually reports it.
      if lastChange > row.generation, try !isLastOfItem(row, newest: lastChange, run) { return nil }
      return try coalesced(row, State(row, items), run)
    }
    let state = try state(row)
    let newest =
      if let lastChange = state?.lastChange { lastChange } else { try LogReader(reader).deletion(of: row.item) }
    if row.event != .delete, let newest, try !isLastOfItem(row, newest: newest, run) { return nil }
    return try coalesced(row, state, run)
  }

  /// An item as it is now, as far as a change carries it.
  private struct State {
    var parent: ItemID
    var name: FileName
    var lastChange: Generation
    var whole: WholeItem?

    /// The item in the folder where the row left it, which is where the scan is.
    init(_ row: borrowing LogRow, _ items: ItemScan) {
      parent = row.parent
      name = items.name
      lastChange = items.lastChange
      whole = items.record.map(WholeItem.init)
    }

    init(_ record: ItemRecord) {
      parent = record.parent
      name = record.name
      lastChange = record.attributes.lastChange
      whole = WholeItem(record)
    }
  }

  /// The item of a row as it is now, in any folder; `nil` when it is gone.
  private func state(_ row: borrowing LogRow) throws(StoreError) -> State? {
    row.event == .delete ? nil : try reader.record(row.item).map { State($0) }
  }

  private func individual(_ row: borrowing LogRow, _ state: State?) throws(StoreError) -> ItemChange {
    let event: ItemChange.Event =
      switch (try scope.hadBefore(row), try scope.hasAfter(row)) {
      case (false, _): .add
      case (true, true): .update
      case (true, false): .delete
      }
    var change = try make(event, row, state, fields: row.fields)
    if row.event == .update && (row.beforeParent != nil || row.beforeName != nil) {
      change.previousPlace = (row.beforeParent ?? row.parent, row.beforeName ?? change.name)
    }
    return change
  }

  /// The change that the last row of an item's run represents.
  private func coalesced(
    _ row: borrowing LogRow, _ state: State?, _ run: ChangeCursor
  ) throws(StoreError) -> ItemChange? {
    let past = try history(of: row, since: run.base)
    switch (past.wasIn, try scope.hasAfter(row)) {
    case (false, false) where resumption?.covers(run) != true: return nil
    case (_, false): return try make(.delete, row, state, fields: past.fields)
    case (let wasIn, true):
      // The item was deleted meanwhile: a later run reports its deletion.
      guard let state else { return nil }
      var change = try make(wasIn ? .update : .add, row, state, fields: past.fields)
      if wasIn, let place = past.place {
        let previous = (parent: place.parent, name: place.name ?? state.name)
        if previous.parent != state.parent || previous.name != state.name {
          change.previousPlace = previous
        }
      }
      return change
    }
  }

  /// Whether no later row of the run concerns the item for this reader.
  ///
  /// - Parameter newest: The generation of the item's last row.
  private func isLastOfItem(
    _ row: borrowing LogRow, newest: Generation, _ run: ChangeCursor
  ) throws(StoreError) -> Bool {
    var current = newest
    while current > row.generation {
      guard let later = try LogReader(reader).logRow(at: current) else { return true }
      if current <= run.end, try scope.isConcerned(by: later), isReported(later.author) { return false }
      current = later.previous
    }
    return true
  }

  /// The sum of an item's rows from the start of the run to this one.
  private func history(
    of row: borrowing LogRow, since base: Generation
  ) throws(StoreError) -> (wasIn: Bool, fields: ChangedFields, place: (parent: ItemID, name: FileName?)?) {
    var wasIn = try scope.hadBefore(row)
    var fields = row.fields
    var parent = row.beforeParent
    var name = row.beforeName
    var previous = row.previous
    while previous > base, let earlier = try LogReader(reader).logRow(at: previous) {
      wasIn = try scope.hadBefore(earlier)
      if isReported(earlier.author) { fields.formUnion(earlier.fields) }
      parent = earlier.beforeParent ?? parent
      name = earlier.beforeName ?? name
      previous = earlier.previous
    }
    let moved = row.event == .update && (parent != nil || name != nil)
    return (wasIn, fields, moved ? (parent ?? row.parent, name) : nil)
  }

  private func make(
    _ event: ItemChange.Event, _ row: borrowing LogRow, _ state: State?, fields: ChangedFields
  ) throws(StoreError) -> ItemChange {
    var place = (parent: row.parent, name: row.beforeName ?? FileName(unchecked: ""))
    if let state {
      place = (state.parent, state.name)
    } else if row.event != .delete, let last = try reader.place(of: row.item) {
      place = last
    }
    return ItemChange(
      event: event, generation: row.generation, time: row.time, author: row.author, writer: row.writer, item: row.item,
      kind: row.kind,
      fields: event == .update ? fields : [], parent: place.parent, name: place.name, previousPlace: nil,
      whole: state?.whole)
  }
}

extension LogReader {
  /// The numbers of those authors that have changed something in this store.
  package func authorNumbers(_ names: some Sequence<String>) throws(StoreError) -> Set<Int64> {
    let statement = try reader.statement("SELECT id FROM authors WHERE name = ?")
    var numbers: Set<Int64> = []
    for name in names {
      statement.bind(1, name)
      if try statement.step() { numbers.insert(statement.integer(0)) }
      statement.reset()
    }
    return numbers
  }
}
