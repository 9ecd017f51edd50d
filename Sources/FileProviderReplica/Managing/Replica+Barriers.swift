import FileProviderInterface
import FileProviderStore
import LinuxSystem

/// Waiting until the two sides agree.
extension Replica {
  /// Waits until the provider was told what is changed below an item by now.
  ///
  /// - Throws: `cannotSynchronize` with the item that the provider refuses; `stopped`.
  func waitForChanges(below id: ItemID) throws {
    let newest = try store.readCommitted { (reader) throws(StoreError) in try reader.generation() }
    try waitUntilTold(of: newest) { (row, reader) throws(StoreError) in
      try reader.isItem(row.item, orItsFolderAtTheProvider: row.oldParent, below: id)
    }
  }

  /// Waits until the provider was told all that is changed by now, and then brings the store up to date.
  func waitForStabilization() throws {
    let newest = try store.readCommitted { (reader) throws(StoreError) in try reader.generation() }
    try waitUntilTold(of: newest) { (_, _) throws(StoreError) in true }
    let answer = PendingAnswer<SynchronizationReport>()
    synchronize(listsEverything: false) { answer.answer($0) }
    let report = try answer.wait(until: .never)?.get()
    if let failure = report?.failures.first { throw failure.error }
  }

  /// - Parameter concerns: Whether an item that waits is one of those in question.
  private func waitUntilTold(
    of newest: Generation, concerns: (PendingRow, StoreReader) throws(StoreError) -> Bool
  ) throws {
    while true {
      if inFlight.isStopped { throw ReplicaError.stopped }
      let rows = try change { (transaction) throws(StoreError) in
        try transaction.reader.pendingRows(upTo: newest, where: concerns)
      }
      if let refused = rows.first(where: { $0.state == .parked }) { throw try error(of: refused) }
      if rows.isEmpty { return }
      pushing.withLock { $0.request(hurries: true) }
      _ = pushing.wait(until: .after(.milliseconds(50)), for: { $0.isStopped ? true : nil })
    }
  }

  private func error(of row: PendingRow) throws -> NSError {
    let item = try store.readCommitted { (reader) throws(StoreError) in
      try reader.record(row.item).map { (record) throws(StoreError) in try StoredItem(record, reader: reader) }
    }
    var info: [String: Any] = [NSLocalizedDescriptionKey: row.errorText ?? "the provider refuses a change"]
    if let item { info[NSFileProviderErrorItemKey] = item }
    if let domain = row.errorDomain, let code = row.errorCode {
      info[NSUnderlyingErrorKey] = NSError(domain: domain, code: Int(code))
    }
    return NSError(
      domain: NSFileProviderErrorDomain, code: NSFileProviderError.Code.cannotSynchronize.rawValue, userInfo: info)
  }
}
