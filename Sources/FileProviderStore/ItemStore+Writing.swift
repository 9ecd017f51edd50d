package import GRDB
import Synchronization

/// What a store is told of the threads that change it.
package struct WritingThreads: Sendable {
  /// Called on the current thread before it waits for the write lock, unless it got it at once.
  package var willBlock: @Sendable () -> Void
  /// Whether the current thread, or whoever takes over from it, calls `ItemStore.settle` as soon as nobody asks for anything: then what it
  /// changes may stay uncommitted until then, and is committed with what comes next.
  package var settlesSoon: (@Sendable () -> Bool)?

  package init(willBlock: @escaping @Sendable () -> Void = {}, settlesSoon: (@Sendable () -> Bool)? = nil) {
    self.willBlock = willBlock
    self.settlesSoon = settlesSoon
  }
}

extension ItemStore {
  /// Makes a change in a transaction. What it logs becomes visible to every reader, in this order, when this returns; where the current thread
  /// settles soon, when it has settled.
  ///
  /// - Parameters:
  ///   - author: Who changes something, in reverse-domain notation.
  ///   - mayUseReserve: Whether this makes room, or tells of contents that are on the disk already, so that it may use what is kept for
  ///     a full disk. Then `body` may run more than once, and nothing of what it did before was committed.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` threw, and then nothing was changed; `full`, `busy`, `damaged` or `inputOutput`.
  @discardableResult
  package func write<Result>(
    author: String, mayUseReserve: Bool = false, _ body: (Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    lockForWriting()
    defer {
      reserve.replenishIfShort()
      unlockAfterWriting()
    }
    do throws(StoreError) { return try perform(author, body) } catch {
      try restoreAcknowledged()
      guard mayUseReserve, error.code == .full else { throw error }
    }
    return try withReserve { () throws(StoreError) in try perform(author, body) }
  }

  private func perform<Result>(
    _ author: String, _ body: (Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    // What is acknowledged must be possible to commit, also on a disk that has become full meanwhile.
    try writer.perform(
      store: self, author: author, staysOpen: { !reserve.isIncomplete && threads.settlesSoon?() ?? false }, body)
  }

  /// Commits what is acknowledged and not committed yet.
  ///
  /// - Throws: Why it could not be committed. It is not lost: it is tried again with the next change, and at the next opening of the store.
  package func settle() throws(StoreError) {
    guard isUnsettled.load(ordering: .acquiring) else { return }
    lockForWriting()
    defer { unlockAfterWriting() }
    try settleHoldingLock()
  }

  /// The same if nobody is writing at the moment.
  ///
  /// - Returns: Whether nothing is left to commit.
  package func settleIfIdle() -> Bool {
    guard isUnsettled.load(ordering: .acquiring) else { return true }
    guard writeLock.tryLock() else { return false }
    defer { unlockAfterWriting() }
    // What failed is tried again with the next change.
    try? settleHoldingLock()
    return true
  }

  func settleHoldingLock() throws(StoreError) {
    do throws(StoreError) { try writer.close(contents: contents) } catch { try restoreAcknowledged() }
  }

  /// Makes what was acknowledged before once more, if the transaction that had it was rolled back.
  private func restoreAcknowledged() throws(StoreError) {
    guard writer.mustRestore else { return }
    func restore() throws(StoreError) {
      try writer.open()
      try writer.close(contents: contents)
    }
    do throws(StoreError) { return try restore() } catch { guard error.code == .full else { throw error } }
    try withReserve(restore)
  }

  /// On a full disk: runs something with the room that is kept for this. What the log occupies is used again if what is in it can go into the
  /// database before.
  private func withReserve<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    defer { reserve.replenish() }
    let room = reserve.size
    guard reserve.release() else { throw StoreError(.full, "the disk is full") }
    if writer.growthByFolding(StoreDatabase.url(in: directory)) <= room / 2 { writer.foldLog() }
    return try body()
  }

  /// Takes the write lock, telling `willBlock` if that will take time.
  func lockForWriting() {
    if writeLock.tryLock() { return }
    threads.willBlock()
    writeLock.lock()
  }

  /// Lets other threads write, and other processes unless a transaction stays open.
  private func unlockAfterWriting() {
    let isOpen = writer.group.isOpen
    isUnsettled.store(isOpen, ordering: .releasing)
    writeLock.unlock(keepingProcessesOut: isOpen)
  }

  /// Reads what is there now, committed or not.
  ///
  /// - Parameter reader: The calling thread's own, for what is committed.
  package func readNow<Result>(
    _ reader: StoreReader, _ body: (StoreReader) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard isUnsettled.load(ordering: .acquiring) else { return try body(reader) }
    if !writeLock.tryEnter() {
      threads.willBlock()
      writeLock.enter()
    }
    defer { writeLock.leave() }
    return try body(writer.group.isOpen ? writer.reader : reader)
  }

  /// Lends GRDB's connection for maintenance, while nobody else writes.
  package func withDatabase<Result>(_ body: (Database) throws -> Result) throws -> Result {
    writeLock.lock()
    defer { unlockAfterWriting() }
    try settleHoldingLock()
    return try writer.queue.unsafeReentrantWrite(body)
  }

  /// Runs `body` while nobody writes. Short.
  func withoutWriters<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    lockForWriting()
    defer { unlockAfterWriting() }
    try settleHoldingLock()
    return try body()
  }
}
