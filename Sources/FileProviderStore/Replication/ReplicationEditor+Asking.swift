extension ReplicationEditor {
  /// Marks an item stale: the provider is asked for it before the next call.
  ///
  /// - Parameter whenUnused: Whether that waits until nobody has its contents open.
  package func ask(for id: ItemID, whenUnused: Bool = false) throws(StoreError) {
    var pending =
      try ProvidedReader(reader).pending(id)
      ?? PendingRow(item: id, at: transaction.generation, since: transaction.time.rawValue / 1000, noted: PushPace.now)
    pending.isStale = true
    if whenUnused { pending.options.insert(.waitsForReaders) }
    if pending.state != .calling {
      pending.state = .later
      pending.due = PushPace.now
    }
    try write(pending)
  }

  /// Has the provider asked for an item, unless that is due already, or being done: asking again would make the answer void.
  func askOnce(for id: ItemID) throws(StoreError) {
    guard let pending = try ProvidedReader(reader).pending(id) else { return try ask(for: id) }
    let isAsked =
      pending.state == .calling
      ? try ReplicationReader(reader).sentCall(of: id)?.isUnderWay != true
      : pending.isStale && pending.state != .parked && pending.state != .local
    if !isAsked { try ask(for: id) }
  }
}
