import FileProviderSQLite

// A creation that is pending again after a loss of power may have happened, and more with it: the provider may have the item under another name by now, or
// have its contents as a new version of the document that it took the place of here, before the power took that back. No name shows that. The dates that
// were sent do: they are nearly as good as an identifier, and whole contents are compared before anything follows from them.
extension ReplicationEditor {
  /// Notes all pending creations by their dates.
  func noteCreationDates() throws(StoreError) {
    var key = ItemID.none
    var counts: [Int64: Int] = [:]
    while true {
      let ids = try ReplicationReader(reader).pendingCreations(after: key, limit: 512)
      guard let last = ids.last else { return }
      key = last
      for id in ids {
        guard let item = try reader.item(id) else { continue }
        for second in Set([item.created.second, item.modified.second]) {
          // A date that all files of an archive have shows nothing, and comparing them all with each item of that date would take hours.
          guard counts[second, default: 0] < Self.mostOfOneSecond else { continue }
          counts[second, default: 0] += 1
          try run(.expectCreation, second, id)
        }
      }
    }
  }

  /// How many pending creations are noted for a second.
  private static let mostOfOneSecond = 256

  /// Forgets an item of whose creation the outcome is known.
  func forgetCreationDates(of id: ItemID) throws(StoreError) {
    guard let item = try reader.item(id) else { return }
    for second in Set([item.created.second, item.modified.second])
    where try ReplicationReader(reader).isCreationNoted(id, at: second) {
      try run(.endExpectation, second, id)
    }
  }

  /// Forgets those whose outcome is known.
  package func forgetResolvedCreationDates() throws(StoreError) {
    for (second, id) in try ReplicationReader(reader).creationDates()
    where try !ProvidedReader(reader).isBeingCreated(id) {
      try run(.endExpectation, second, id)
    }
  }

  private func run(_ change: ChangeStatement, _ second: Int64, _ id: ItemID) throws(StoreError) {
    let row = try reader.statement(change)
    row.bind(1, second)
    row.bind(2, id)
    try row.run()
  }
}

extension ReplicationReader {
  fileprivate func isCreationNoted(_ id: ItemID, at second: Int64) throws(StoreError) -> Bool {
    try reader.findsRow("SELECT 1 FROM calls WHERE operation = 4 AND second = ? AND item = ?", second, id.rawValue)
  }

  /// The pending creation that may have become an item of the provider, after a loss of power.
  func pendingCreation(matching item: ProvidedItem) throws(StoreError) -> ItemID? {
    var seconds: Set<Int64> = []
    // Providers may round their dates.
    for date in [item.created, item.modified] {
      if let second = date?.second { seconds.formUnion([second - 1, second, second + 1]) }
    }
    for second in seconds {
      for (_, id) in try creationDates(from: second, to: second) where try mayBeCreation(id, as: item) { return id }
    }
    return nil
  }

  /// Whether a pending creation may have become an item of the provider, as far as dates and size show.
  package func mayBeCreation(_ id: ItemID, as item: ProvidedItem) throws(StoreError) -> Bool {
    guard let own = try reader.item(id), own.kind == item.kind, try ProvidedReader(reader).isBeingCreated(id),
      try isCreationNoted(own)
    else {
      return false
    }
    // Those of folders are all that can be compared.
    guard own.kind == .file else { return item.created.map { $0.isSame(as: own.created) } ?? false }
    guard own.size > 0, item.size ?? own.size == own.size else { return false }
    if item.created?.isSame(as: own.created, orRounded: true) == true { return true }
    // A copy of a document has its date of change. One that somebody else has made has a date of creation of its own, and what was saved by rename that
    // of the document that it is now.
    let isKnown = try ProvidedReader(reader).provided(identifier: item.identifier) != nil
    if item.created != nil && !isKnown { return false }
    let isBeside = try ProvidedReader(reader).folder(identifiedBy: item.parent)?.id == own.parent
    return isBeside && item.modified?.isSame(as: own.modified, orRounded: true) == true
  }

  /// Whether a document that is known here may have got its contents at the provider from one whose creation is pending: here the power took back that the
  /// one took the place of the other.
  package func isUnconfirmedSave(_ item: ProvidedItem, _ known: ProvidedRow) throws(StoreError) -> Bool {
    guard item.kind == .file, item.contentVersion != known.contentVersion, try hasCreationDates(),
      // What is deleted here was not replaced by anything pending.
      try reader.item(known.item) != nil
    else { return false }
    // A copy made here may have the date and the contents of the document. Nothing was saved as long as that has its date.
    if let modified = item.modified, let synced = try ProvidedReader(reader).synced(known.item),
      modified.isSame(as: synced.modified, orRounded: true)
    {
      return false
    }
    return try pendingCreation(matching: item) != nil
  }

  /// The pending creation at the very place where the provider has an item of its kind and size. If that has its contents, it is this one, and
  /// no copy of it that is pending, too.
  package func unconfirmedCreation(at item: ProvidedItem, except id: ItemID) throws(StoreError) -> ItemID? {
    guard let parent = try ProvidedReader(reader).folder(identifiedBy: item.parent),
      let child = try reader.child(of: parent.id, named: FileName(providing: item.filename)), child.id != id,
      child.kind == item.kind, item.size ?? child.size == child.size
    else { return nil }
    return try ProvidedReader(reader).isBeingCreated(child.id) ? child.id : nil
  }

  func hasCreationDates() throws(StoreError) -> Bool {
    try reader.findsRow("SELECT 1 FROM calls WHERE operation = 4 LIMIT 1")
  }

  private func isCreationNoted(_ item: borrowing ItemAttributes) throws(StoreError) -> Bool {
    if try isCreationNoted(item.id, at: item.created.second) { return true }
    return try isCreationNoted(item.id, at: item.modified.second)
  }

  fileprivate func creationDates(
    from first: Int64 = .min, to last: Int64 = .max
  ) throws(StoreError) -> [(second: Int64, item: ItemID)] {
    let statement = try reader.statement(
      """
      SELECT second, item FROM calls INDEXED BY calls_by_second
      WHERE operation = 4 AND second BETWEEN ? AND ? ORDER BY second, item
      """)
    statement.bind(1, first)
    statement.bind(2, last)
    defer { statement.reset() }
    var found: [(second: Int64, item: ItemID)] = []
    while try statement.step() { found.append((statement.integer(0), ItemID(rawValue: statement.integer(1)))) }
    return found
  }

  fileprivate func pendingCreations(after key: ItemID, limit: Int) throws(StoreError) -> [ItemID] {
    let statement = try reader.statement(
      """
      SELECT item FROM pending p WHERE item > ? AND state <> 4
      AND NOT EXISTS (SELECT 1 FROM synced WHERE item = p.item) ORDER BY item LIMIT ?
      """)
    statement.bind(1, key)
    statement.bind(2, Int64(limit))
    return try reader.numbers(statement)
  }
}

extension Timestamp {
  fileprivate var second: Int64 { rawValue / 1_000_000_000 }
}
