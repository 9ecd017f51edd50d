package import FileProviderSQLite

extension ItemStore {
  /// Makes a change in a transaction. What it logs becomes visible to every reader, in this order, when this returns; where the current thread
  /// commits soon, when it has committed.
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
    if !commitsSoon {
      // This may take long: what is acknowledged must not be kept from readers meanwhile.
      try commitHoldingLock()
      publish()
    }
    let result = try make(author, mayUseReserve, body)
    // Whoever learns of the change by `whenMade` finds it.
    publish()
    whenMade(result)
    return result
  }

  private func make<Result>(
    _ author: String, _ mayUseReserve: Bool, _ body: (Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StoreError) { return try perform(author, mayUseReserve, body) } catch {
      try redoAcknowledged()
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
      staysOpen: { commitsSoon && (writer.group.number != nil || !reserve.isIncomplete) }, body)
  }

  private var commitsSoon: Bool { threads.commitsSoon?() ?? false }

  /// Commits what is acknowledged and not committed yet.
  ///
  /// - Throws: Why it could not be committed. It is not lost: it is tried again with the next change, and at the next opening of the store.
  package func commitAcknowledged() throws(StoreError) {
    guard hasUncommitted else { return }
    try lockForWriting()
    defer { unlockAfterWriting() }
    try commitHoldingLock()
  }

  /// The same without waiting: commits the open transaction if no thread is changing the store at the moment.
  ///
  /// - Returns: Whether no transaction is open now; false while another thread is changing something.
  package func commitIfIdle() throws(StoreError) -> Bool {
    guard access == .changing else { return true }
    guard writeLock.tryEnter() else { return false }
    // Without an open transaction this process does not have the lock.
    guard writer.group.isOpen else {
      writeLock.leave()
      return true
    }
    defer { unlockAfterWriting() }
    try commitHoldingLock()
    return true
  }

  private func commitHoldingLock() throws(StoreError) {
    do throws(StoreError) { try writer.close() } catch { guard writer.mustRedo else { throw error } }
    try redoAcknowledged()
  }

  /// Makes what was acknowledged before once more, if the transaction that had it was rolled back.
  private func redoAcknowledged() throws(StoreError) {
    if writer.mustRedo { try redoAll() }
  }

  /// Makes again what any process has acknowledged and not committed, on a full disk too.
  private func redoAll() throws(StoreError) {
    do throws(StoreError) { return try writer.redoFromLog() } catch {
      guard error.code == .full else { throw error }
    }
    try withReserve { () throws(StoreError) in try writer.redoFromLog() }
  }

  /// On a full disk: runs something with the room that is kept for this.
  private func withReserve<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try reserve.use(mayFold: true, body)
  }

  /// Folds the write-ahead log and gives the disk back what its file has beyond the reserved room, unless a reader needs the log.
  func shortenLog() throws(StoreError) {
    try lockForWriting()
    defer { unlockAfterWriting() }
    try commitHoldingLock()
    _ = writer.endWAL()
  }

  /// Folds a write-ahead log that has become rather long, so that no program waits for that when it changes something: little at a time, and as far as no
  /// reader needs the log.
  func foldLongLog() throws(StoreError) {
    try lockForWriting()
    defer { unlockAfterWriting() }
    guard writer.hasLongLog else { return }
    try commitHoldingLock()
    writer.foldWALIfLong(from: 0)
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
  func unlockAfterWriting() {
    publish()
    if !writer.group.isOpen { writer.foldWALIfLong() }
    writeLock.unlock(keepingProcessesOut: writer.group.isOpen)
  }

  /// Tells readers whether something is acknowledged that is not committed.
  private func publish() {
    uncommitted.set(
      writer.group.isOpen ? .open(since: writer.group.began) : writer.mustRedo ? .rolledBack : .nothing)
  }

  /// Reads what is there now, in the open transaction if there is one; see `PresentReader`. Short.
  ///
  /// - Parameter committed: The calling thread's own.
  /// - Throws: What `body` throws; why what is acknowledged can be neither read nor committed.
  @inline(__always) func withPresent<Result>(
    _ committed: CommittedReader, _ body: (StoreReader) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard hasUncommitted else { return try body(committed) }
    if case .rolledBack = uncommitted.state { try commitAcknowledged() }
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
    try commitEverything()
    try writer.beginEpoch()
    return try body(writer.connection)
  }

  /// Runs `body` while there is no writer. Must be short.
  func withoutWriters<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try checkMayChange()
    try lockForWriting()
    defer { unlockAfterWriting() }
    try commitEverything()
    return try body()
  }

  /// Commits also what a process that has died since this opening of the store had acknowledged.
  private func commitEverything() throws(StoreError) {
    try commitHoldingLock()
    try redoAll()
  }

  /// Runs something while this process changes no store, nor waits to: so that it can be stopped without holding anybody up.
  ///
  /// - Parameter patience: After so long it runs in any case.
  package static func betweenChanges(patience: Duration, _ body: () -> Void) {
    WriteLock.betweenChanges(patience: patience, body)
  }

  /// Whether a thread of this process has waited for another process's change for so long.
  package func isBlocked(for time: Duration) -> Bool { writeLock.isWaiting(for: time) }
}
