import FileProviderSQLite

extension ItemStore {
  /// Whether something is acknowledged and not committed; see `commitAcknowledged`.
  @inline(__always) package var hasUncommitted: Bool { !uncommitted.isNothing }

  /// Whether a transaction is open, which `commitIfIdle` commits.
  @inline(__always) package var hasOpenGroup: Bool { uncommitted.isOpen }

  /// Whether it has been open for so long that it is to be committed, however many requests come.
  @inline(__always) package var isOverdue: Bool { uncommitted.isOpen(for: threads.longestGroup) }

  /// Lends a connection for reading what is committed to the current thread for as long as `body` runs.
  package func readCommitted<Result>(_ body: (CommittedReader) throws(StoreError) -> Result) throws(StoreError)
    -> Result
  {
    try readers.lend(body)
  }

  /// The same for reading what is there now.
  package func readPresent<Result>(_ body: (PresentReader) throws(StoreError) -> Result) throws(StoreError) -> Result {
    try readCommitted { (reader) throws(StoreError) in try body(PresentReader(self, reader)) }
  }

  /// Closes the connections that a burst of readers needed, and empties the page caches of the others. Who comes next reads some pages again.
  package func rest() {
    readers.rest()
    guard access == .changing, writeLock.tryEnter() else { return }
    if !writer.group.isOpen { writer.connection.emptyCache() }
    writeLock.leave()
  }

  /// Gives the locks back that readers have kept since they read last: to be called every few milliseconds, and when nothing more is read.
  package func releaseReadLocks() { Connection.releaseReadLocks() }

  /// A connection for reading what is committed, of the caller's own, for a thread that reads all the time.
  package func makeCommittedReader() throws(StoreError) -> CommittedReader { try readers.make() }

  /// The generation of the last commit of any process; zero where that is not known. It costs one system call.
  package var lastCommit: Generation { wakeFile.generation }

  /// Something to wait for commits with.
  package func makeChangeWaiter() throws(StoreError) -> ChangeWaiter { try ChangeWaiter(wakeFile: wakeFile.url) }

  /// The domain's retention, or else the one that the store was opened with.
  package func logRetention(_ reader: StoreReader) throws(StoreError) -> LogRetention {
    try PendingReader(reader).logRetention(default: retention)
  }

  /// What was here of a document before the provider got other contents, if it is whole; not where a loss of power may have taken some of it.
  package func wholeFormerContents(of id: ItemID) throws(StoreError) -> FormerContents? {
    let former = try readCommitted { (reader) throws(StoreError) in try ContentReader(reader).formerContents(of: id) }
    guard let former, former.content != nil, former.boot == nil || former.boot == BootIdentity.current?.text else {
      return nil
    }
    return former
  }
}
