extension TreeEditor {
  /// Notes that the user used an item, unless its path is hidden, it is in the trash, or a later use is known.
  ///
  /// Its status-change time stays: the contents were changed some time ago, and nothing is changed now.
  ///
  /// - Returns: Whether anything was changed.
  @discardableResult
  package func markUsed(_ id: ItemID, at time: Timestamp) throws(StoreError) -> Bool {
    guard !id.isFixed, let item = try reader.item(id), try TreeReader(reader).isShownPath(item) else { return false }
    if let known = try reader.membership(of: id)?.lastUsed, known >= time { return false }
    try setLastUsed(time, of: item)
    return true
  }

  /// Removes the last-used date of items that were used too long ago, and of the oldest ones beyond the limit: some
  /// hundred at a time, so that no writer waits long.
  ///
  /// - Returns: How many were removed; 0 when none are left.
  @discardableResult
  package func trimRecents(to policy: RecentsPolicy) throws(StoreError) -> Int {
    let old = try TreeReader(reader).recents(usedBefore: policy.start(at: transaction.time), beyond: policy.limit)
    for id in old {
      guard let item = try reader.item(id) else { continue }
      try setLastUsed(nil, of: item)
    }
    return old.count
  }

  private func setLastUsed(_ time: Timestamp?, of item: ItemAttributes) throws(StoreError) {
    try changeMembership(of: item.id) { $0.lastUsed = time }
    guard var changed = try reader.item(item.id) else { return }
    changed.changed = item.changed
    try transaction.store(changed)
  }
}

extension TreeReader {
  /// Whether no name on the path of an item begins with a dot. An item in the trash is hidden, too.
  fileprivate func isShownPath(_ item: borrowing ItemAttributes) throws(StoreError) -> Bool {
    var current = item.id
    while current != .root {
      guard current != .trash, current != .none, let place = try reader.place(of: current) else { return false }
      if place.name.spelling.utf8.first == UInt8(ascii: ".") { return false }
      current = place.parent
    }
    return true
  }

  /// The oldest items that were last used before a date, or are beyond a number.
  fileprivate func recents(usedBefore start: Timestamp, beyond limit: Int64) throws(StoreError) -> [ItemID] {
    let excess = try recentsCount() - limit
    let select = try reader.statement(
      """
      SELECT item, last_used FROM members INDEXED BY members_by_use WHERE last_used IS NOT NULL
      ORDER BY last_used, item LIMIT 500
      """)
    defer { select.reset() }
    var items: [ItemID] = []
    while try select.step(), items.count < excess || select.integer(1) < start.rawValue {
      items.append(ItemID(rawValue: select.integer(0)))
    }
    return items
  }

  private func recentsCount() throws(StoreError) -> Int64 {
    let select = try reader.statement(
      "SELECT count(*) FROM members INDEXED BY members_by_use WHERE last_used IS NOT NULL")
    defer { select.reset() }
    return try select.step() ? select.integer(0) : 0
  }
}
