package import FileProviderSQLite

extension ItemStore {
  /// Makes a change in a transaction. What it logs becomes visible to every reader, in this order, when this returns; where the current thread
  /// settles soon, when it has settled.
  ///
  /// - Parameters:
  ///   - author: Who changes something, in reverse-domain notation.
  ///   - mayUseReserve: Whether this frees space, or commits contents that are already on the disk, so that it may use the space reserved for
  ///     a full disk. Then `body` may run more than once, and nothing of what it did before was committed.
  ///   - whenMade: Called with what `body` returned, when the change is made and cannot be lost by anything but a loss of power, before anybody
  ///     makes another one. Short.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` threw, and then nothing was changed; `full`, `busy`, `damaged` or `inputOutput`.
  @discardableResult
  package func change<Result>(
    author: String, mayUseReserve: Bool = false, whenMade: (Result) -> Void = { _ in },
    _ body: (Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try checkMayChange()
    try lockForWriting()
    defer {
      reserve.replenishIfShort()
      unlockAfterWriting()
    }
    if !settlesSoon {
      // This may take long: what is acknowledged must not be kept from readers meanwhile.
      try settleHoldingLock()
      publish()
    }
    let result = try make(author, mayUseReserve, body)
    whenMade(result)
    return result
  }

  private func make<Result>(
    _ author: String, _ mayUseReserve: Bool, _ body: (Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StoreError) { return try perform(author, mayUseReserve, body) } catch {
      try restoreAcknowledged()
      guard mayUseReserve, error.code == .full else { throw error }
    }
    return try withReserve { () throws(StoreError) in try perform(author, true, body) }
  }

  private func perform<Result>(
    _ author: String, _ mayUseReserve: Bool, _ body: (Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    // What is acknowledged must be possible to commit, also on a disk that has become full meanwhile. Nobody takes the reserve while a group is open.
    try writer.perform(
      author: author, mayUseReserve: mayUseReserve,
      staysOpen: { settlesSoon && (writer.group.number != nil || !reserve.isIncomplete) }, body)
  }

  private var settlesSoon: Bool { threads.settlesSoon?() ?? false }

  /// Commits what is acknowledged and not committed yet.
  ///
  /// - Throws: Why it could not be committed. It is not lost: it is tried again with the next change, and at the next opening of the store.
  package func settle() throws(StoreError) {
    guard hasUnsettled else { return }
    try lockForWriting()
    defer { unlockAfterWriting() }
    try settleHoldingLock()
  }

  /// The same without waiting: commits the open transaction if no thread is changing the store at the moment.
  ///
  /// - Returns: Whether no transaction is open now; false while another thread is changing something.
  package func settleIfIdle() throws(StoreError) -> Bool {
    guard access == .changing else { return true }
    guard writeLock.tryEnter() else { return false }
    // Without an open transaction this process does not have the lock.
    guard writer.group.isOpen else {
      writeLock.leave()
      return true
    }
    defer { unlockAfterWriting() }
    try settleHoldingLock()
    return true
  }

  private func settleHoldingLock() throws(StoreError) {
    do throws(StoreError) { try writer.close() } catch { guard writer.mustRestore else { throw error } }
    try restoreAcknowledged()
  }

  /// Makes what was acknowledged before once more, if the transaction that had it was rolled back.
  private func restoreAcknowledged() throws(StoreError) {
    if writer.mustRestore { try restoreAll() }
  }

  /// Makes again what any process has acknowledged and not committed, on a full disk too.
  private func restoreAll() throws(StoreError) {
    do throws(StoreError) { return try writer.restoreFromRedoLog() } catch {
      guard error.code == .full else { throw error }
    }
    try withReserve { () throws(StoreError) in try writer.restoreFromRedoLog() }
  }

  /// On a full disk: runs something with the room that is kept for this.
  private func withReserve<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try reserve.use(mayFold: true, body)
  }

  /// Folds the write-ahead log and gives the disk back what its file has beyond the reserved room, unless a reader needs the log.
  func shortenLog() throws(StoreError) {
    try lockForWriting()
    defer { unlockAfterWriting() }
    try settleHoldingLock()
    _ = writer.endWAL()
  }

  /// Takes the write lock, calling `willBlock` if that will take time.
  ///
  /// - Throws: Why the kernel gives no lock.
  func lockForWriting() throws(StoreError) {
    if try writeLock.tryLock() { return }
    threads.willBlock()
    try writeLock.lock()
  }

  /// Lets other threads write, and other processes unless a transaction stays open.
  private func unlockAfterWriting() {
    publish()
    if !writer.group.isOpen { writer.foldWALIfLong() }
    writeLock.unlock(keepingProcessesOut: writer.group.isOpen)
  }

  /// Tells readers whether something is acknowledged that is not committed.
  private func publish() {
    unsettled.set(
      writer.group.isOpen ? .open(since: writer.group.began) : writer.mustRestore ? .rolledBack : .nothing)
  }

  /// Reads what is there now, in the open transaction if there is one; see `PresentReader`. Short.
  ///
  /// - Parameter committed: The calling thread's own.
  /// - Throws: What `body` throws; why what is acknowledged can be neither read nor committed.
  @inline(__always) func withPresent<Result>(
    _ committed: CommittedReader, _ body: (StoreReader) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard hasUnsettled else { return try body(committed) }
    if case .rolledBack = unsettled.state { try settle() }
    if !writeLock.tryEnter() {
      threads.willBlock()
      writeLock.enter()
    }
    defer { writeLock.leave() }
    return try body(writer.group.isOpen ? writer.reader : committed)
  }

  /// Lends the connection for writing, for maintenance: everything acknowledged is committed, and there is no other writer.
  package func withConnection<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try checkMayChange()
    try writeLock.lock()
    defer { unlockAfterWriting() }
    try settleEverything()
    try writer.beginEpoch()
    return try body(writer.connection)
  }

  /// Runs `body` while there is no writer. Must be short.
  func withoutWriters<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try checkMayChange()
    try lockForWriting()
    defer { unlockAfterWriting() }
    try settleEverything()
    return try body()
  }

  /// Commits also what a process that has died since this opening of the store had acknowledged.
  private func settleEverything() throws(StoreError) {
    try settleHoldingLock()
    try restoreAll()
  }

  /// Runs something while this process changes no store, nor waits to: so that it can be stopped without holding anybody up.
  ///
  /// - Parameter patience: After so long it runs in any case.
  package static func betweenChanges(patience: Duration, _ body: () -> Void) {
    WriteLock.betweenChanges(patience: patience, body)
  }

  /// Whether a thread of this process has waited for another process's change for so long.
  package func isHeldUp(for time: Duration) -> Bool { writeLock.isWaiting(for: time) }
}
