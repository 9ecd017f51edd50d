import FileProviderSQLite

/// Reads what is there now, including acknowledged changes that are not committed: what a request of a mount sees.
///
/// A program that has made a file must find it, although the commit comes later, together with those of other requests. So there are two ways to
/// read, and neither can give a stale answer. The questions here are about one row each: they are answered in the open transaction, without a
/// commit. `readAfterCommitting` is for all others: it commits the acknowledged changes first. One thread uses it at a time.
package struct PresentReader {
  private let store: ItemStore
  private let committed: CommittedReader

  /// - Throws: When the store cannot be read.
  package init(_ store: ItemStore) throws(StoreError) {
    self.store = store
    committed = try store.makeCommittedReader()
    committed.connection.keepReadLock()
  }

  init(_ store: ItemStore, _ committed: CommittedReader) {
    self.store = store
    self.committed = committed
  }

  /// Gives the lock back that it has kept since it read last: to be called when it may not read for a while.
  package func rest() { committed.connection.releaseReadLock() }

  /// The item with this number, or `nil`.
  package func item(_ id: ItemID) throws(StoreError) -> ItemAttributes? {
    try store.withPresent(committed) { (reader) throws(StoreError) in try reader.item(id) }
  }

  /// The item with this number and its name, or `nil`.
  package func record(_ id: ItemID) throws(StoreError) -> ItemRecord? {
    try store.withPresent(committed) { (reader) throws(StoreError) in try reader.record(id) }
  }

  /// The child of a folder with this name, or `nil`.
  package func child(of parent: ItemID, named name: UnsafeRawBufferPointer) throws(StoreError) -> ItemAttributes? {
    try store.withPresent(committed) { (reader) throws(StoreError) in try reader.child(of: parent, named: name) }
  }

  /// The number of a device node, as `st_rdev` has it; 0 for anything else.
  package func device(of id: ItemID) throws(StoreError) -> UInt64 {
    try store.withPresent(committed) { (reader) throws(StoreError) in try reader.device(of: id) }
  }

  /// Opens contents.
  ///
  /// - Parameter flags: As for `ContentFiles.open`.
  /// - Throws: `damaged` when they are not there.
  package func open(_ key: ContentKey, flags: Int32) throws(StoreError) -> OpenedContents {
    if key.isSmall { return .bytes(try smallContents(key)) }
    return .file(try store.contents.open(key, flags: flags))
  }

  /// The bytes of small contents.
  ///
  /// - Throws: `damaged` when they are not there.
  package func smallContents(_ key: ContentKey) throws(StoreError) -> [UInt8] {
    try store.withPresent(committed) { (reader) throws(StoreError) in try reader.smallContents(key) }
  }

  /// Commits the acknowledged changes, and then answers any question. For questions that are rare, or that take so long that they would keep
  /// writers out of the open transaction.
  ///
  /// - Parameter body: Is given a reader that it must not keep.
  /// - Throws: What `body` throws; why what is acknowledged cannot be committed.
  package func readAfterCommitting<Result>(_ body: (StoreReader) throws(StoreError) -> Result) throws(StoreError)
    -> Result
  {
    try store.commitAcknowledged()
    return try body(committed)
  }
}
