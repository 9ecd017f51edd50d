// What waits where the log does not reach back to where it was read last: all items are compared with `synced`.
extension PendingEditor {
  /// Compares some items with `synced`: the log does not reach back to where it was read last.
  ///
  /// What happens meanwhile is found in the log afterwards, which is read from the generation on at which this began.
  func comparePending(_ pace: PushPace, limit: Int) throws(StoreError) -> Bool {
    guard var comparison = try PendingReader(reader).pushComparison(),
      try PendingReader(reader).reachesBack(to: comparison.began)
    else {
      try write(PushComparison(began: transaction.generation, isOfItems: true, key: .none))
      return false
    }
    let ids =
      comparison.isOfItems
      ? try reader.itemNumbers(after: comparison.key, limit: limit)
      : try PendingReader(reader).providedWithoutItem(after: comparison.key, limit: limit)
    for id in ids {
      if comparison.isOfItems {
        try compare(id, pace)
      } else {
        try noteDeletion(ItemChanges(of: id, at: transaction.generation, now), from: nil, pace)
      }
    }
    if let last = ids.last, ids.count == limit {
      comparison.key = last
    } else if comparison.isOfItems {
      comparison = PushComparison(began: comparison.began, isOfItems: false, key: .none)
    } else {
      try transaction.changeSetting(Self.pushComparison, to: nil)
      try transaction.changeSetting(ProvidedReader.pushAnchor, to: String(comparison.began.rawValue))
      return false
    }
    try write(comparison)
    return false
  }

  private var now: Int64 { transaction.time.rawValue / 1000 }

  private func write(_ comparison: PushComparison) throws(StoreError) {
    try transaction.changeSetting(Self.pushComparison, to: comparison.setting)
  }

  private func compare(_ id: ItemID, _ pace: PushPace) throws(StoreError) {
    guard let record = try reader.record(id) else { return }
    guard record.kind.isPushable else { return try noteUnknown(id, record.kind) }
    guard try ProvidedReader(reader).provided(id) != nil, let synced = try ProvidedReader(reader).synced(id) else {
      return try note(.pushable, of: id, at: record.attributes.lastChange, now, pace)
    }
    guard record.attributes.lastChange > synced.generation else { return }
    // Whether contents were written is not known any more, so they are sent.
    var fields = try ProvidedReader(reader).differences(record, synced, among: .pushable)
    if record.kind == .folder { fields.remove(.times) }
    if !fields.isEmpty { try note(fields, of: id, at: record.attributes.lastChange, now, pace) }
  }
}

/// How far the comparison of all items with `synced` has come.
struct PushComparison {
  /// The newest generation when it began.
  var began: Generation
  /// Whether it is at the items; if not, it is at rows of `synced` whose items are gone.
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

extension PendingReader {
  func pushComparison() throws(StoreError) -> PushComparison? {
    try reader.setting(PendingEditor.pushComparison).flatMap { PushComparison(setting: $0) }
  }

  /// How many changes there are that are not noted yet; `nil` where the log does not reach back.
  package func unnotedChanges() throws(StoreError) -> Int64? {
    guard let anchor = try ProvidedReader(reader).pushAnchor(), try reachesBack(to: anchor) else { return nil }
    return try reader.generation().rawValue - anchor.rawValue
  }

  /// Whether anything may be sent, or may be at a moment of the monotonic clock.
  package func isAnythingDue(at now: Int64) throws(StoreError) -> Bool {
    if try isAnythingPromoted(at: now) { return true }
    return try !ProvidedReader(reader).readyToSend(after: nil, limit: 1).isEmpty
  }

  /// Whether there is an item whose time comes at a moment, or was to come in another run of the machine.
  func isAnythingPromoted(at now: Int64) throws(StoreError) -> Bool {
    if let first = try ProvidedReader(reader).nextDue(), first <= now { return true }
    return try reader.integer("SELECT max(due) FROM pending WHERE state = 2").map { $0 > now + PushPace.horizon }
      ?? false
  }

  /// Whether the log has all changes since a generation of this very database.
  func reachesBack(to generation: Generation) throws(StoreError) -> Bool {
    let oldest = try reader.oldestGeneration()
    let newest = try reader.generation()
    return (oldest...max(oldest, newest)).contains(generation)
  }

  func providedWithoutItem(after key: ItemID, limit: Int) throws(StoreError) -> [ItemID] {
    try reader.itemNumbers(
      reader.statement(
        """
        SELECT item FROM synced WHERE item > ? AND NOT EXISTS (SELECT 1 FROM items WHERE id = item)
        ORDER BY item LIMIT ?
        """), after: key, limit)
  }
}
