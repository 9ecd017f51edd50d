extension ReplicationEditor {
  /// Notes that the provider has said something of an item: it is asked for it before the next call.
  ///
  /// - Parameter whenUnused: Whether that waits until nobody has its contents open.
  package func ask(for id: ItemID, whenUnused: Bool = false) throws(StoreError) {
    var waiting =
      try ProvidedReader(reader).pending(id)
      ?? PendingRow(item: id, at: transaction.generation, since: transaction.time.rawValue / 1000, noted: PushPace.now)
    waiting.isStale = true
    if whenUnused { waiting.options.insert(.waitsForReaders) }
    if waiting.state != .calling {
      waiting.state = .later
      waiting.due = PushPace.now
    }
    try keep(waiting)
  }
}
