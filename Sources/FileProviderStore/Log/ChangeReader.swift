/// Tells the changes of a container from the log.
///
/// **Coalesced**: each item once, at its last change in the run, as it is now. Nothing is kept in memory for that: an item's
/// row knows its last change, each row of the log knows the item's previous one, so whether a row is the last of its item and how the
/// item stood at the start of the run are both found by following that chain, which has more than one link only where an item changed
/// more than once.
///
/// **Individual**: every row, as it was.
package struct ChangeReader {
  let reader: StoreReader
  let scope: ChangeScope
  let excludedAuthors: Set<Int64>
  let includesFolders: Bool
  let isCoalesced: Bool

  /// How many rows of the log one batch looks at, so that a batch that matches nothing ends, too.
  static let scanLimit = 65536

  package init(
    reader: StoreReader, scope: ChangeScope, excludedAuthors: Set<Int64> = [], includesFolders: Bool = true,
    isCoalesced: Bool = true
  ) {
    self.reader = reader
    self.scope = scope
    self.excludedAuthors = excludedAuthors
    self.includesFolders = includesFolders
    self.isCoalesced = isCoalesced
  }

  /// Tells the next batch. One view of the database serves it whole.
  ///
  /// - Parameters:
  ///   - cursor: Where to go on; it is where to go on next when this returns.
  ///   - limit: How many changes at most.
  ///   - body: Is given each change and the cursor to resume with after it.
  /// - Returns: Whether more is known to come.
  /// - Throws: `tokenExpired` when the log does not reach back to the cursor.
  package func nextBatch(
    _ cursor: inout ChangeCursor, limit: Int, _ body: (ItemChange, ChangeCursor) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    try reader.snapshot { () throws(StoreError) -> Bool in
      guard try reader.canTellChanges(since: cursor.base) else {
        throw StoreError(.tokenExpired, "the log does not reach back to generation \(cursor.base)")
      }
      let newest = try reader.generation()
      if cursor.isComplete { cursor = ChangeCursor(base: cursor.end, position: cursor.end, end: newest) }
      let start = cursor
      var position = start.position
      var told = 0
      var scanned = 0
      try reader.forEachLogRowWithItem(after: start.position, upTo: start.end) {
        (row, item) throws(StoreError) -> Bool in
        position = row.generation
        scanned += 1
        if let change = try change(row, item, start) {
          try body(change, start.advanced(to: row.generation))
          told += 1
        }
        return told < limit && scanned < Self.scanLimit
      }
      if told < limit && scanned < Self.scanLimit { position = start.end }
      cursor = start.advanced(to: position)
      return !cursor.isComplete || cursor.end < newest
    }
  }

  /// What a row of the log is to the reader; `nil` when it is nothing.
  private func change(
    _ row: borrowing LogRow, _ item: JoinedItem, _ run: ChangeCursor
  ) throws(StoreError) -> ItemChange? {
    guard scope.isConcerned(by: row), includesFolders || row.kind != .folder, !excludedAuthors.contains(row.author)
    else { return nil }
    let record: ItemRecord?
    if item.isThere {
      // Told at a later row of this run, as nearly always when this is not its last.
      if isCoalesced, excludedAuthors.isEmpty, item.lastChange > row.generation, item.lastChange <= run.end,
        scope == .everything
      {
        return nil
      }
      record = item.record
    } else {
      record = row.event == .delete ? nil : try reader.record(row.item)
    }
    return isCoalesced ? try coalesced(row, record, run) : try individual(row, record)
  }

  private func individual(_ row: borrowing LogRow, _ record: ItemRecord?) throws(StoreError) -> ItemChange? {
    let event: ItemChange.Event =
      switch (scope.hadBefore(row), scope.hasAfter(row)) {
      case (false, _): .add
      case (true, true): .update
      case (true, false): .delete
      }
    let moved = row.event == .update && (row.beforeParent != nil || row.beforeName != nil)
    var change = try make(event, row, record, fields: row.fields)
    if moved { change.previousPlace = (row.beforeParent ?? row.parent, row.beforeName ?? change.name) }
    return change
  }

  private func coalesced(
    _ row: borrowing LogRow, _ record: ItemRecord?, _ run: ChangeCursor
  ) throws(StoreError) -> ItemChange? {
    guard try isLast(row, of: record, run) else { return nil }
    let past = try history(of: row, since: run.base)
    switch (past.wasIn, scope.hasAfter(row)) {
    case (false, false): return nil
    case (true, false): return try make(.delete, row, record, fields: past.fields)
    case (let wasIn, true):
      // Gone by now: its deletion is told by a later run.
      guard let record else { return nil }
      var change = try make(wasIn ? .update : .add, row, record, fields: past.fields)
      if wasIn, let place = past.place {
        let previous = (parent: place.parent, name: place.name ?? record.name)
        if previous != (record.parent, record.name) { change.previousPlace = previous }
      }
      return change
    }
  }

  /// Whether no later row of the run says anything of the item to this reader.
  private func isLast(
    _ row: borrowing LogRow, of record: ItemRecord?, _ run: ChangeCursor
  ) throws(StoreError) -> Bool {
    if row.event == .delete { return true }
    let newest = if let record { record.attributes.lastChange } else { try reader.deletion(of: row.item) }
    guard var current = newest else { return true }
    while current > row.generation {
      guard let later = try reader.logRow(at: current) else { return true }
      if current <= run.end, scope.isConcerned(by: later), !excludedAuthors.contains(later.author) { return false }
      current = later.previous
    }
    return true
  }

  /// What the rows of an item from the start of the run to this one add up to.
  private func history(
    of row: borrowing LogRow, since base: Generation
  ) throws(StoreError) -> (wasIn: Bool, fields: ChangedFields, place: (parent: ItemID, name: String?)?) {
    var wasIn = scope.hadBefore(row)
    var fields = row.fields
    var parent = row.beforeParent
    var name = row.beforeName
    var previous = row.previous
    while previous > base, let earlier = try reader.logRow(at: previous) {
      wasIn = scope.hadBefore(earlier)
      if !excludedAuthors.contains(earlier.author) { fields.formUnion(earlier.fields) }
      parent = earlier.beforeParent ?? parent
      name = earlier.beforeName ?? name
      previous = earlier.previous
    }
    let moved = row.event == .update && (parent != nil || name != nil)
    return (wasIn, fields, moved ? (parent ?? row.parent, name) : nil)
  }

  private func make(
    _ event: ItemChange.Event, _ row: borrowing LogRow, _ record: ItemRecord?, fields: ChangedFields
  ) throws(StoreError) -> ItemChange {
    var place = (parent: row.parent, name: row.beforeName ?? "")
    if let record {
      place = (record.parent, record.name)
    } else if row.event != .delete, let last = try reader.place(of: row.item) {
      place = last
    }
    return ItemChange(
      event: event, generation: row.generation, time: row.time, author: row.author, item: row.item, kind: row.kind,
      fields: event == .update ? fields : [], record: record, parent: place.parent, name: place.name,
      previousPlace: nil)
  }
}

extension StoreReader {
  /// The numbers of authors, for those who have ever changed something here.
  package func authorNumbers(_ names: some Sequence<String>) throws(StoreError) -> Set<Int64> {
    let statement = try statement("SELECT id FROM authors WHERE name = ?")
    var numbers: Set<Int64> = []
    for name in names {
      statement.bind(1, name)
      if try statement.step() { numbers.insert(statement.integer(0)) }
      statement.reset()
    }
    return numbers
  }
}
