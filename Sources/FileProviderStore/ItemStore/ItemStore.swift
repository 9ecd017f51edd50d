public import Foundation
import Glibc
import LinuxSystem
import FileProviderSQLite
import Synchronization

/// The backing store of one domain: a SQLite database and a folder of content files, on this machine.
///
/// Several processes open one store at a time (mounts, an import, commands). Reading needs no lock: each thread
/// takes a connection of its own with `readCommitted`. Changing goes through `change`, one transaction at a time in all processes; every
/// transaction appends to the one change log, and readers of that log are woken when it is committed.
public final class ItemStore: Sendable {
  /// The directory: `items.sqlite`, `contents/`, the lock files and the wake file.
  public let directory: URL
  /// Names the store in tokens, and gives mounts their inode generation.
  package let uuid: UUID
  /// The documents' contents.
  package let contents: ContentFiles
  /// A random number that distinguishes this opening of the store from every other in the log.
  package let origin = Int64.random(in: 1 ... .max)
  /// Number of rows of the log kept by default; see `LogRetention`.
  package let retention: Int64
  /// The default number of rows of the log that are kept.
  package static let standardRetention: Int64 = 4_000_000
  /// What is to be known of the threads that write.
  let threads: ChangingThreads
  let uncommitted = UncommittedChanges()

  /// Whether it may be changed.
  package let access: StoreAccess

  let housekeeping: StoreHousekeeping
  /// When the logs may be truncated again to free space, by the monotonic clock in nanoseconds.
  let nextShortening = Atomic<UInt64>(0)
  /// After which document sizes are still to be compared with contents; see `compareSizes`.
  let uncompared = Mutex<ItemID?>(nil)
  /// See `whenOverruled`.
  let overruleListener = Handler<OverruledChange, Void> { _ in }
  let wakeFile: WakeFile
  let writeLock: WriteLock
  /// What only a store that may be changed has.
  private let changing: Changing?
  /// Held by a store that is open for reading only.
  private let readingLock: OpenLock?
  let readers: ReaderPool
  var synchronizer: WALSynchronizer { writer.synchronizer }
  /// Whether what was committed before this opening may have been lost: the machine or the disk stopped, or who had the store open last has not
  /// said at its end that all was on the disk.
  package let isAnotherEpoch: Bool
  private let notices = StoreNotices()
  /// The newest generation when this was opened: what changed later was changed in this run of the machine.
  package let opening: Generation
  let tracer = EnumeratorTracer()
  private let enumeratorCounts = EnumeratorCounts()

  /// Opens the store in a directory, and makes it if there is none.
  ///
  /// - Parameters:
  ///   - directory: Made with mode 0700 if it does not exist.
  ///   - retention: How many rows of the log to keep; more are kept for a while.
  ///   - threads: What is to be known of the threads that write.
  ///   - boot: The boot identifier; `nil` if unknown.
  ///   - isArchived: Whether it comes from an archive, which has the contents as they were when it was made: none of them can be lost.
  ///   - pace: How soon contents are put on the disk, and removed from it, that no request waits for.
  ///   - synchronizeWAL: Does with the write-ahead log what fdatasync(2) does.
  /// - Throws: `newerSchema`, `damaged`, `full`, `readOnly` or `inputOutput`; `inUse` when the schema is that of an earlier version and somebody
  ///   else has the store open. Of a damaged store nothing was changed.
  package init(
    directory: URL, retention: Int64 = ItemStore.standardRetention, threads: ChangingThreads = ChangingThreads(),
    boot: BootIdentity? = .current, isArchived: Bool = false, pace: HousekeepingPace = HousekeepingPace(),
    synchronizeWAL: @escaping @Sendable (Int32) -> Int32 = { fdatasync($0) }
  ) throws(StoreError) {
    self.directory = directory
    self.retention = retention
    self.threads = threads
    access = .changing
    readers = ReaderPool(StoreDatabase.url(in: directory), .reading)
    readingLock = nil
    try StoreOwner.makeStore(directory)
    try StoreFiles.refuseForeign(in: directory)
    contents = try ContentFiles(directory: directory.appendingPathComponent("contents"), boot: boot)
    let wakeFile = try WakeFile(directory: directory, boot: boot)
    self.wakeFile = wakeFile
    housekeeping = StoreHousekeeping(pace: pace)
    let lock = try WriteLock(directory: directory)
    writeLock = lock
    // Known before anybody who closes the store can find that this process has the lock.
    let (openLock, isOnly) = try lock.lockForOpening { () throws(StoreError) in
      // Who had it may have moved the store away.
      guard lock.isIn(directory) else {
        throw StoreError(.noSuchItem, "the store \(directory.path) was removed or renamed just now")
      }
      let openLock = try OpenLock(directory: directory)
      return (openLock, try openLock.isOnly())
    }
    do {
      defer { lock.unlock() }
      // Before anything opens the database that could change it.
      let verified = try StoreOpening.verify(directory, boot: boot)
      StoreOwner(of: directory).prepare(StoreDatabase.url(in: directory).path)
      let reserve = DiskReserve(directory: directory)
      let steps = StoreOpening(
        directory: directory, boot: boot, threads: threads,
        settings: TransactionSettings(
          contents: ContentSizes(of: contents), origin: origin, retention: retention,
          prune: { (transaction) throws(StoreError) in try PendingEditor(transaction).pruneLog() }),
        housekeeping: housekeeping,
        wakeFile: wakeFile,
        redo: try RedoLog(directory: directory), reserve: reserve, notices: notices,
        contents: isArchived ? nil : contents, isOnly: isOnly,
        synchronizeWAL: synchronizeWAL)
      let opened = try Self.retrying(with: reserve) { () throws(StoreError) in try steps.run() }
      uuid = opened.uuid
      isAnotherEpoch = opened.isAnotherEpoch
      opening = try opened.writer.reader.generation()
      changing = Changing(
        writer: opened.writer, reserve: reserve, openLock: openLock,
        witness: try SyncWitness(directory: directory, store: opened.uuid))
      wakeFile.vouch(for: opened.uuid, at: opening)
      if let verified { readers.keep(try CommittedReader(verified)) }
    }
    if isAnotherEpoch { ContentSession.distrustDone(in: contents.directory) }
    try recoverContents()
    if isAnotherEpoch {
      uncompared.withLock { $0 = ItemID.none }
      try compareSizes()
    }
    try beginHousekeeping()
  }

  /// Opens the store in a directory for reading only: nothing of it is changed, and what a next opening has to do for it is left to that.
  ///
  /// On a read-only disk this requires a store that was closed cleanly.
  ///
  /// - Throws: `noSuchItem` when there is none; `damaged`; `newerSchema`; `olderSchema` or `readOnly` when it has to be written before
  ///   it can be read.
  package init(reading directory: URL, boot: BootIdentity? = .current) throws(StoreError) {
    self.directory = directory
    retention = Self.standardRetention
    threads = ChangingThreads()
    access = .reading
    housekeeping = StoreHousekeeping(pace: HousekeepingPace())
    isAnotherEpoch = false
    changing = nil
    readingLock = OpenLock(reading: directory)
    try StoreFiles.refuseForeign(in: directory)
    let reading: Connection.Access = try FrozenStore.isFrozen(directory) ? .frozen : .reading
    readers = ReaderPool(StoreDatabase.url(in: directory), reading)
    guard let verified = try DatabaseIntegrity.open(in: directory, reading, boot: boot) else {
      throw StoreError(.noSuchItem, "no store in \(directory.path)")
    }
    try StoreDatabase.refuseOtherSchema(verified, directory)
    contents = try ContentFiles(
      directory: directory.appendingPathComponent("contents"), access: .reading, boot: boot)
    wakeFile = try WakeFile(directory: directory, access: .reading, boot: boot)
    writeLock = WriteLock()
    let reader = try CommittedReader(verified)
    uuid = try reader.uuid()
    opening = try reader.generation()
    readers.keep(reader)
  }

  /// What is needed for changing a store.
  private struct Changing {
    let writer: StoreWriter
    let reserve: DiskReserve
    /// Held as long as this has the store open.
    let openLock: OpenLock
    let witness: SyncWitness
  }

  /// The connection for writing; used only by the holder of `writeLock`.
  var writer: StoreWriter { parts.writer }
  var reserve: DiskReserve { parts.reserve }
  var witness: SyncWitness { parts.witness }

  private var parts: Changing {
    guard let changing else { preconditionFailure("a store that is open for reading is being changed") }
    return changing
  }

  /// Refuses a change where the store is open for reading only.
  func checkMayChange() throws(StoreError) {
    if access == .reading { throw StoreError(.readOnly, "the store \(directory.path) is open read-only") }
  }

  /// Notes that everything is on the disk, if no other process has the store open.
  deinit {
    housekeeping.stop()
    guard let changing else { return }
    // Where something cannot be done the next opening finds that it was not.
    try? writeLock.leaveStore({ try? endEpoch() }, departure: { changing.openLock.unlock() })
  }

  /// Marks that everything committed is on the disk, if no other process has the store open. The caller holds the write lock.
  private func endEpoch() throws(StoreError) {
    guard try parts.openLock.isOnly() else { return }
    try writer.close()
    try writer.redoFromLog()
    try writer.endEpoch()
  }

  /// Ends the use of a store that no process changes any more, and leaves it complete: background work is done, everything is
  /// on the disk, the log is folded into the database and ended, and what this process was making is not taken for a dead one's. Damage of the
  /// log's file then loses nothing.
  ///
  /// What another process reads keeps the log as it is. Without all this, the next opening does more, and nothing is lost.
  ///
  /// - Throws: Why something could not be put on the disk, or not be removed from it.
  package func finish() throws(StoreError) {
    guard access == .changing else { return }
    try commitAcknowledged()
    contents.endSession()
    try finishHousekeeping()
    try lockForWriting()
    defer { writeLock.unlock() }
    try endEpoch()
    let end = try writer.reader.generation()
    if writer.endWAL() { witness.note(end, isLast: true) }
  }

  /// Ends a log that is so long that the next opening of the store would take noticeably longer: 1.4 ms for 1 000 pages. It stays if another
  /// process has the store open, or somebody reads it.
  ///
  /// - Throws: Why something could not be put on the disk.
  package func endLongLog() throws(StoreError) {
    guard access == .changing else { return }
    try lockForWriting()
    defer { unlockAfterWriting() }
    guard writer.hasLongLog, try parts.openLock.isOnly() else { return }
    try endEpoch()
    let end = try writer.reader.generation()
    if writer.endWAL(timeout: 0) { witness.note(end, isLast: true) }
  }

  /// The notices for the user since the last call, a sentence each.
  package func takeNotices() -> [String] { notices.take() }

  /// Runs something once more with the room that is kept for a full disk, if there was none without.
  private static func retrying<Result>(
    with reserve: DiskReserve, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StoreError) { return try body() } catch { guard error.code == .full else { throw error } }
    return try reserve.use(mayFold: false, body)
  }

  // MARK: Enumerators

  /// How many enumerators of each kind are alive: asked for and not yet invalidated.
  package var liveEnumerators: [EnumeratorKind: Int] { enumeratorCounts.counts }

  func enumeratorWasMade(_ kind: EnumeratorKind) { enumeratorCounts.add(1, to: kind) }
  func enumeratorWasInvalidated(_ kind: EnumeratorKind) { enumeratorCounts.add(-1, to: kind) }
}
