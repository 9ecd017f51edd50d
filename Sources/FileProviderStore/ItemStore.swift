public import Foundation
package import GRDB
import Glibc
import Synchronization

/// The backing store of one domain: a SQLite database and a folder of content files, on this machine.
///
/// Several processes open one store at a time (mounts, an import, commands). Reading needs no lock: each thread
/// takes a connection of its own with `read`. Writing goes through `write`, one transaction at a time in all processes; every
/// transaction appends to the one change log, and readers of that log are woken when it is committed.
public final class ItemStore: Sendable {
  /// The directory: `items.sqlite`, `contents/`, the lock files and the wake file.
  public let directory: URL
  /// Names the store in tokens, and gives mounts their inode generation.
  package let uuid: UUID
  /// The documents' contents.
  package let contents: ContentFiles
  /// A random number that tells this opening of the store from every other in the log.
  package let origin = Int64.random(in: 1 ... .max)
  /// How many rows of the log are kept at least.
  package let retention: Int64
  /// Called on the current thread before it waits for the write lock, unless it got it at once.
  package let willBlock: @Sendable () -> Void

  let wakeFile: WakeFile
  private let reserve: DiskReserve
  private let writeLock: WriteLock
  /// The connection for writing; used only by who holds `writeLock`.
  private let writer: StoreWriter
  /// Connections for reading that no thread has at the moment.
  private let idleReaders = Mutex<[ReaderBox]>([])
  let synchronizer: LogSynchronizer
  let tracer = EnumeratorTracer()
  private let enumeratorCounts = EnumeratorCounts()

  /// Opens the store in a directory, and makes it if there is none.
  ///
  /// - Parameters:
  ///   - directory: Made with mode 0700 if it does not exist.
  ///   - retention: How many rows of the log to keep; more are kept for a while.
  ///   - willBlock: Called on the current thread before it waits for the write lock.
  /// - Throws: `newerSchema`, `damaged`, `full`, `readOnly` or `inputOutput`.
  package init(
    directory: URL, retention: Int64 = 4_000_000, willBlock: @escaping @Sendable () -> Void = {}
  ) throws(StoreError) {
    self.directory = directory
    self.retention = retention
    self.willBlock = willBlock
    try makeDirectories(directory.path)
    contents = try ContentFiles(directory: directory.appendingPathComponent("contents"))
    wakeFile = try WakeFile(directory: directory)
    synchronizer = LogSynchronizer(directory: directory)
    let lock = try WriteLock(directory: directory)
    writeLock = lock
    lock.lock()
    defer { lock.unlock() }
    let reserve = DiskReserve(directory: directory)
    self.reserve = reserve
    let (contents, origin) = (contents, origin)
    (writer, uuid) = try Self.retrying(with: reserve) { () throws(StoreError) in
      let queue = try StoreDatabase.openMaintenance(directory: directory)
      let writer = try StoreWriter(
        queue: queue, connection: try Connection(StoreDatabase.url(in: directory), .writing))
      let uuid = try StoreDatabase.uuid(writer)
      try writer.noteRestart(origin: origin)
      try writer.removeLeftovers(from: contents)
      return (writer, uuid)
    }
  }

  /// Runs something once more with the room that is kept for a full disk, if there was none without.
  private static func retrying<Result>(
    with reserve: DiskReserve, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StoreError) { return try body() } catch {
      guard error.code == .full, reserve.release() else { throw error }
    }
    defer { reserve.replenish() }
    return try body()
  }

  // MARK: Reading

  /// Lends a connection for reading to the current thread for as long as `body` runs.
  package func read<Result>(_ body: (StoreReader) throws(StoreError) -> Result) throws(StoreError) -> Result {
    let box = try takeReader()
    defer { idleReaders.withLock { $0.append(box) } }
    return try body(box.reader)
  }

  private func takeReader() throws(StoreError) -> ReaderBox {
    if let box = idleReaders.withLock({ $0.popLast() }) { return box }
    return ReaderBox(reader: try makeReader())
  }

  /// A connection for reading of the caller's own, for a thread that reads all the time.
  package func makeReader() throws(StoreError) -> StoreReader {
    try StoreReader(try Connection(StoreDatabase.url(in: directory), .reading))
  }

  // MARK: Writing

  /// Runs one transaction. What it logs becomes visible, in this order, to every reader when this returns.
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
      writeLock.unlock()
    }
    do throws(StoreError) { return try writer.perform(store: self, author: author, body) } catch {
      guard mayUseReserve, error.code == .full else { throw error }
    }
    return try writeWithReserve(author: author, body)
  }

  /// On a full disk: with the room that is kept for this. What the log occupies is used again if what is in it can go into the
  /// database before.
  private func writeWithReserve<Result>(
    author: String, _ body: (Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    defer { reserve.replenish() }
    let room = reserve.size
    guard reserve.release() else { throw StoreError(.full, "the disk is full") }
    if writer.growthByFolding(StoreDatabase.url(in: directory)) <= room / 2 { writer.foldLog() }
    return try writer.perform(store: self, author: author, body)
  }

  /// Takes the write lock, telling `willBlock` if that will take time.
  private func lockForWriting() {
    if writeLock.tryLock() { return }
    willBlock()
    writeLock.lock()
  }

  /// Whether `PRAGMA data_version` tells of a commit by another connection: the net under the wake file.
  package func dataVersion(_ reader: StoreReader) throws(StoreError) -> Int64 {
    try reader.integer("PRAGMA data_version") ?? 0
  }

  /// Something to wait for commits with.
  package func makeChangeWaiter() throws(StoreError) -> ChangeWaiter { try ChangeWaiter(wakeFile: wakeFile.url) }

  /// Lends GRDB's connection for maintenance, while nobody else writes.
  package func withDatabase<Result>(_ body: (Database) throws -> Result) throws -> Result {
    writeLock.lock()
    defer { writeLock.unlock() }
    return try writer.queue.unsafeReentrantWrite(body)
  }

  /// Runs `body` while nobody writes. Short.
  func withoutWriters<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    lockForWriting()
    defer { writeLock.unlock() }
    return try body()
  }

  // MARK: Enumerators

  /// How many enumerators of each kind are alive: asked for and not yet invalidated.
  package var liveEnumerators: [EnumeratorKind: Int] { enumeratorCounts.counts }

  func enumeratorWasMade(_ kind: EnumeratorKind) { enumeratorCounts.add(1, to: kind) }
  func enumeratorWasInvalidated(_ kind: EnumeratorKind) { enumeratorCounts.add(-1, to: kind) }
}

/// Carries a reader between threads.
private struct ReaderBox: @unchecked Sendable {
  // Sendable: taken out of a locked list by one thread, which puts it back when it no longer uses it.
  let reader: StoreReader
}
