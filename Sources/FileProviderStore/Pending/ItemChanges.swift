/// What the log has of an item since it was read last, as if it were one change.
///
/// A program that saves a document makes several changes of it, and a temporary one soon goes again: each item is looked up and written once for all
/// of them.
struct ItemChanges {
  let item: ItemID
  private(set) var kind = ItemKind.file
  /// The first change, and when it was made, in microseconds since 1970.
  let first: Generation
  let time: Int64
  private(set) var newest: Generation
  /// What can be uploaded, but for times that changed alone.
  private(set) var fields: ChangedFields = []
  private(set) var hasTimesAlone = false
  /// Which of the owner and the mode changed.
  private(set) var ofOwners: ChangedFields = []
  private(set) var isCreated = false
  /// The folder that it was deleted from at last, the trash included.
  private(set) var deletedFrom: ItemID?

  /// - Parameter time: In microseconds since 1970.
  init(of item: ItemID, at generation: Generation, _ time: Int64) {
    self.item = item
    self.time = time
    first = generation
    newest = generation
  }

  /// Adds the next row of the log that is about the item.
  mutating func add(_ row: borrowing LogRow) {
    newest = row.generation
    kind = row.kind
    switch row.event {
    case .create:
      isCreated = true
      fields = .pushable
    case .update:
      let pushable = row.fields.intersection(.pushable)
      if pushable == .times { hasTimesAlone = true } else { fields.formUnion(pushable) }
      ofOwners.formUnion(row.fields.intersection([.owner, .mode]))
    case .delete: deletedFrom = row.parent
    case .gap: break
    }
  }
}

/// A part of the log, item by item.
struct LogPart {
  /// In the order in which they changed first.
  var items: [ItemChanges] = []
  /// Up to where it was read.
  var end: Generation

  /// So many items are written in a transaction for each four changes that are looked at.
  fileprivate static let changesOfItem = 4
  /// What the provider itself has changed is only passed over.
  fileprivate static let skippedPerChange = 8
}

extension PendingReader {
  /// Reads what was changed here, from one generation to another.
  ///
  /// - Parameter limit: How many changes to look at.
  func gatherChanges(
    after anchor: Generation, upTo newest: Generation, limit: Int
  ) throws(StoreError) -> LogPart {
    let remote = try LogReader(reader).numberOfAuthor(ChangeAuthor.remote)
    var gathered = LogPart(end: anchor)
    var places: [ItemID: Int] = [:]
    var (count, skipped) = (0, 0)
    let mostItems = max(1, limit / LogPart.changesOfItem)
    var isFull = false
    try LogReader(reader).forEachLogRow(after: anchor, upTo: newest) { row in
      guard row.event != .gap, row.author != remote else {
        gathered.end = row.generation
        skipped += 1
        isFull = skipped >= limit * LogPart.skippedPerChange
        return !isFull
      }
      if let place = places[row.item] {
        // One that is there again is another matter than its deletion.
        isFull = gathered.items[place].deletedFrom != nil
        if isFull { return false }
        gathered.items[place].add(row)
      } else {
        isFull = gathered.items.count == mostItems
        if isFull { return false }
        places[row.item] = gathered.items.count
        var changes = ItemChanges(of: row.item, at: row.generation, row.time)
        changes.add(row)
        gathered.items.append(changes)
      }
      gathered.end = row.generation
      count += 1
      isFull = count >= limit
      return !isFull
    }
    if !isFull { gathered.end = newest }
    return gathered
  }
}
