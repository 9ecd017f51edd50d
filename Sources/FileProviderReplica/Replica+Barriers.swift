import FileProviderInterface
import FileProviderStore
import LinuxSystem
import Synchronization

/// Waiting until both sides are equal.
extension Replica {
  /// Waits until what is changed below an item by now is uploaded.
  ///
  /// - Parameter isWanted: Whether anybody still waits for that.
  /// - Throws: `cannotSynchronize` with the item that the provider refuses, or reports gone, or with one that is not uploaded because the user has paused the
  ///   domain, or the network is metered; `stopped`; `disconnected`; `withdrawn`.
  func waitForChanges(below id: ItemID, _ isWanted: () -> Bool = { true }) throws {
    let newest = try store.readCommitted { (reader) throws(StoreError) in try reader.generation() }
    try waitUntilUploaded(of: newest, isWanted) { (row, reader) throws(StoreError) in
      try PushReader(reader).isItem(row.item, orItsFolderAtTheProvider: row.oldParent, below: id)
    }
  }

  /// Waits until all that is changed by now is uploaded, and then updates the store.
  ///
  /// - Parameter isWanted: Whether anybody still waits for that.
  func waitForStabilization(_ isWanted: () -> Bool = { true }) throws {
    let newest = try store.readCommitted { (reader) throws(StoreError) in try reader.generation() }
    try waitUntilUploaded(of: newest, isWanted) { (_, _) throws(StoreError) in true }
    let answer = PendingAnswer<SynchronizationReport>()
    synchronize(listsEverything: false) { answer.answer($0) }
    let report = try answer.wait(until: .never)?.get()
    if let failure = report?.failures.first { throw failure.error }
  }

  /// - Parameter concerns: Whether a pending item is one of those in question.
  private func waitUntilUploaded(
    of newest: Generation, _ isWanted: () -> Bool, concerns: (PendingRow, StoreReader) throws(StoreError) -> Bool
  ) throws {
    var pause = Duration.milliseconds(50)
    while true {
      try inFlight.check()
      guard isWanted() else { throw ReplicaError.withdrawn }
      let (rows, held) = try change { (transaction) throws(StoreError) -> ([PendingRow], PendingRow?) in
        let reader = transaction.reader
        let rows = try PushReader(reader).pendingRows(upTo: newest) { (row, reader) throws(StoreError) in
          guard try isToBeUploaded(row, reader) else { return false }
          return try concerns(row, reader)
        }
        for row in rows where try ProvidedReader(reader).nearestHeldState(of: row.item) == .held { return (rows, row) }
        return (rows, nil)
      }
      if let refused = rows.first(where: { $0.state == .parked }) {
        throw try error(of: refused, refused.errorText ?? "the provider refused a change")
      }
      if let refused = try store.readCommitted({ (reader) throws(StoreError) -> PendingRow? in
        for row in rows { if let folder = try ProvidedReader(reader).refusedFolder(above: row) { return folder } }
        return nil
      }) {
        throw try error(of: refused, refused.errorText ?? "the provider refused a folder")
      }
      if let held {
        throw try error(of: held, "mass deletion: the provider deleted the item, and the user has not decided yet")
      }
      guard let first = rows.first else { return }
      if state.isRestrained, !rows.contains(where: { $0.state == .calling }) {
        throw try error(of: first, state.restraint.withLock { $0.words })
      }
      pushing.withLock { $0.request(hurries: true) }
      _ = pushing.wait(until: .after(pause), for: { $0.isStopped ? true : nil })
      pause = min(pause * 2, .seconds(1))
    }
  }

  /// Not where the provider is only to be asked: that may wait as long as a program has a document open.
  private func isToBeUploaded(_ row: PendingRow, _ reader: StoreReader) throws(StoreError) -> Bool {
    if row.state == .calling || !row.fields.union(row.sent).isEmpty { return true }
    return try reader.item(row.item) == nil
  }

  private func error(of row: PendingRow, _ text: String) throws -> NSError {
    let item = try store.readCommitted { (reader) throws(StoreError) in
      try reader.record(row.item).map { (record) throws(StoreError) in try StoredItem(record, reader: reader) }
    }
    var info: [String: Any] = [NSLocalizedDescriptionKey: text]
    if let item { info[NSFileProviderErrorItemKey] = item }
    if let domain = row.errorDomain, let code = row.errorCode {
      info[NSUnderlyingErrorKey] = NSError(domain: domain, code: Int(code))
    }
    return NSError(
      domain: NSFileProviderErrorDomain, code: NSFileProviderError.Code.cannotSynchronize.rawValue, userInfo: info)
  }
}
