// The reader of the log that notes what the provider has to be told. It has an anchor of its own, and reads in the transactions that need to know:
// so whether a field of an item is ours is exact there. Where the log no longer reaches back to the anchor, all items are compared with what was
// agreed instead; what waits is thus never more than a way to find it sooner.
extension Transaction {
  static let pushAnchor = "push.anchor"
  static let pushComparison = "push.comparison"

  /// Notes what changed since this was called last. Called at the beginning of a transaction.
  ///
  /// - Parameters:
  ///   - pace: How soon what is noted may be sent.
  ///   - limit: About how many changes to look at.
  /// - Returns: Whether everything is noted; if not, the transaction is to be committed, and another one goes on.
  package func notePending(_ pace: PushPace, limit: Int = 4096) throws(StoreError) -> Bool {
    guard let anchor = try reader.pushAnchor(), try reader.reachesBack(to: anchor) else {
      return try comparePending(pace, limit: limit)
    }
    let newest = generation
    guard anchor != newest else { return true }
    let remote = try reader.numberOfAuthor(ChangeAuthor.remote)
    var rows: [LogRow] = []
    var (last, count) = (anchor, 0)
    try reader.forEachLogRow(after: anchor, upTo: newest) { row in
      (last, count) = (row.generation, count + 1)
      if row.event != .gap, row.author != remote { rows.append(copy row) }
      return count < limit
    }
    for row in rows { try note(row, pace) }
    let isComplete = count < limit
    try setSetting(Self.pushAnchor, to: String((isComplete ? newest : last).rawValue))
    return isComplete
  }

  /// Spares the next one to read the log of this transaction, where the provider alone has changed something in it.
  ///
  /// - Parameter noted: The generation up to which everything is noted.
  func passOver(changesAfter noted: Generation) throws(StoreError) {
    guard generation != noted, lastOwnChange <= noted else { return }
    try setSetting(Self.pushAnchor, to: String(generation.rawValue))
  }

  private func note(_ row: LogRow, _ pace: PushPace) throws(StoreError) {
    if row.item.isFixed {
      // Providers are told nothing of the root and the trash themselves.
      if try changesWhatStays(row) { try noteKept(.owners) }
      return
    }
    switch row.event {
    case .delete: try noteDeletion(of: row.item, from: row.parent, at: row.generation, row.time, pace)
    case .create where row.kind.isPushable: try note(.pushable, of: row.item, at: row.generation, row.time, pace)
    case .create: if try reader.item(row.item) != nil { try noteUnknown(row.item, row.kind) }
    case .update where row.kind.isPushable:
      var fields = row.fields.intersection(.pushable)
      if fields == .times, try isTimeAgreed(row.item) { fields = [] }
      if try changesWhatStays(row) {
        try noteKept(.owners)
        if fields.isEmpty, try reader.pending(row.item) == nil { return try keepLocal(row.item, .owner) }
        fields.insert(.owner)
      }
      if row.kind == .folder, fields.contains(.parent) { try releaseStayed(in: row.item, pace) }
      if !fields.isEmpty { try note(fields, of: row.item, at: row.generation, row.time, pace) }
    default: break
    }
  }

  /// Whether a change gave an item an owner, or permissions of others than the owner that do not follow from the owner's: providers hold neither.
  private func changesWhatStays(_ row: LogRow) throws(StoreError) -> Bool {
    if row.fields.contains(.owner) { return true }
    guard row.fields.contains(.mode), row.kind != .symlink, let mode = try reader.item(row.item)?.mode else {
      return false
    }
    return mode != ChangedFields.mode(ofOwner: mode)
  }

  /// A date of access is nobody's business.
  private func isTimeAgreed(_ id: ItemID) throws(StoreError) -> Bool {
    guard let agreed = try reader.agreed(id), let item = try reader.item(id) else { return false }
    return agreed.modified == item.modified && agreed.created == item.created
  }

  /// Notes that fields of an item differ from what the provider has.
  ///
  /// - Parameter time: In microseconds since 1970.
  func note(
    _ fields: ChangedFields, of id: ItemID, at generation: Generation, _ time: Int64, _ pace: PushPace
  ) throws(StoreError) {
    var row = try openPending(id, at: generation, time)
    row.fields.formUnion(fields.union(row.kept))
    row.kept = []
    try keepNoted(row, at: generation, pace)
  }

  /// Notes that an item is gone, if the provider knows it or may come to know it.
  ///
  /// - Parameter parent: The folder that it was deleted from, the trash included; `nil` where that is not known any more.
  private func noteDeletion(
    of id: ItemID, from parent: ItemID?, at generation: Generation, _ time: Int64, _ pace: PushPace
  ) throws(StoreError) {
    let isUnderWay = try reader.pending(id)?.state == .calling
    let isKnown = try reader.provided(id) != nil
    let isInDoubt = try reader.isBeingCreated(id)
    guard isUnderWay || isKnown || isInDoubt else { return try forgetPending(id) }
    var row = try openPending(id, at: generation, time)
    row.fields = []
    row.kept = []
    // Whoever deletes it elsewhere has not seen all that is in it, wherever it is at the provider: it may be in the trash there only later, or still.
    if parent == .trash, try reader.agreed(id)?.parent == .trash { row.options.insert(.isEmptied) }
    try keepNoted(row, at: generation, pace)
  }

  private func openPending(
    _ id: ItemID, at generation: Generation, _ time: Int64
  ) throws(StoreError) -> PendingRow {
    if let known = try reader.pending(id) { return known }
    var row = PendingRow(item: id, at: generation, since: time, noted: PushPace.now)
    let agreed = try reader.agreed(id)
    row.oldParent = agreed?.parent
    row.oldName = agreed?.name
    return row
  }

  private func keepNoted(_ row: PendingRow, at generation: Generation, _ pace: PushPace) throws(StoreError) {
    var row = row
    row.newest = max(row.newest, generation)
    if row.state != .calling {
      let now = PushPace.now
      if row.noted > now { row.noted = now }
      row.state = .later
      row.due = pace.due(since: row.noted, now: now)
      row.attempts = 0
      row.clearError()
    }
    try keep(row)
  }

  // MARK: Without the log

  /// Compares some items with what was agreed: the log does not reach back to where it was read last.
  ///
  /// What happens meanwhile is found in the log afterwards, which is read from the generation on at which this began.
  private func comparePending(_ pace: PushPace, limit: Int) throws(StoreError) -> Bool {
    guard var comparison = try reader.pushComparison(), try reader.reachesBack(to: comparison.began) else {
      try keep(PushComparison(began: generation, isOfItems: true, key: .none))
      return false
    }
    let ids =
      comparison.isOfItems
      ? try reader.itemNumbers(after: comparison.key, limit: limit)
      : try reader.providedWithoutItem(after: comparison.key, limit: limit)
    for id in ids {
      if comparison.isOfItems {
        try compare(id, pace)
      } else {
        try noteDeletion(of: id, from: nil, at: generation, now, pace)
      }
    }
    if let last = ids.last, ids.count == limit {
      comparison.key = last
    } else if comparison.isOfItems {
      comparison = PushComparison(began: comparison.began, isOfItems: false, key: .none)
    } else {
      try setSetting(Self.pushComparison, to: nil)
      try setSetting(Self.pushAnchor, to: String(comparison.began.rawValue))
      return false
    }
    try keep(comparison)
    return false
  }

  private var now: Int64 { time.rawValue / 1000 }

  private func keep(_ comparison: PushComparison) throws(StoreError) {
    try setSetting(Self.pushComparison, to: comparison.setting)
  }

  private func compare(_ id: ItemID, _ pace: PushPace) throws(StoreError) {
    guard let record = try reader.record(id) else { return }
    guard record.kind.isPushable else { return try noteUnknown(id, record.kind) }
    guard try reader.provided(id) != nil, let agreed = try reader.agreed(id) else {
      return try note(.pushable, of: id, at: record.attributes.lastChange, now, pace)
    }
    guard record.attributes.lastChange > agreed.generation else { return }
    // Whether contents were written is not known any more, so they are sent.
    var fields = try reader.differences(record, agreed, among: .pushable)
    if record.kind == .folder { fields.remove(.times) }
    if !fields.isEmpty { try note(fields, of: id, at: record.attributes.lastChange, now, pace) }
  }
}

/// How far the comparison of all items with what was agreed has come.
struct PushComparison {
  /// The newest generation when it began.
  var began: Generation
  /// Whether it is at the items; if not, it is at what was agreed of items that are gone.
  var isOfItems: Bool
  var key: ItemID

  init(began: Generation, isOfItems: Bool, key: ItemID) {
    self.began = began
    self.isOfItems = isOfItems
    self.key = key
  }

  init?(setting: String) {
    let parts = setting.split(separator: " ").compactMap { Int64($0) }
    guard parts.count == 3 else { return nil }
    self.init(began: Generation(rawValue: parts[0]), isOfItems: parts[1] != 0, key: ItemID(rawValue: parts[2]))
  }

  var setting: String { "\(began.rawValue) \(isOfItems ? 1 : 0) \(key.rawValue)" }
}

extension StoreReader {
  /// Up to where the log was read for what waits; `nil` when it never was, or is being compared anew.
  func pushAnchor() throws(StoreError) -> Generation? {
    try setting(Transaction.pushAnchor).flatMap { Int64($0) }.map { Generation(rawValue: $0) }
  }

  func pushComparison() throws(StoreError) -> PushComparison? {
    try setting(Transaction.pushComparison).flatMap { PushComparison(setting: $0) }
  }

  /// Whether the log has all changes since a generation of this very database.
  func reachesBack(to generation: Generation) throws(StoreError) -> Bool {
    let oldest = try oldestGeneration()
    let newest = try self.generation()
    return (oldest...max(oldest, newest)).contains(generation)
  }

  package func itemNumbers(after key: ItemID, limit: Int) throws(StoreError) -> [ItemID] {
    try itemNumbers(
      statement("SELECT id FROM items INDEXED BY items_by_id WHERE id > ? ORDER BY id LIMIT ?"),
      after: max(key, .lastFixed), limit)
  }

  func providedWithoutItem(after key: ItemID, limit: Int) throws(StoreError) -> [ItemID] {
    try itemNumbers(
      statement(
        """
        SELECT item FROM provided WHERE item > ? AND NOT EXISTS (SELECT 1 FROM items WHERE id = item)
        ORDER BY item LIMIT ?
        """), after: key, limit)
  }

  private func itemNumbers(_ statement: StoreStatement, after key: ItemID, _ limit: Int) throws(StoreError) -> [ItemID]
  {
    statement.bind(1, key)
    statement.bind(2, Int64(limit))
    defer { statement.reset() }
    var ids: [ItemID] = []
    while try statement.step() { ids.append(ItemID(rawValue: statement.integer(0))) }
    return ids
  }
}
