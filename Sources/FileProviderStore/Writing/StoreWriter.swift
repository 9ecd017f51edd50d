import Foundation
import Glibc
import FileProviderSQLite

/// The writing connection, used by the holder of the store's write lock.
///
/// Changes are made one after another in transactions. If the threads that make them promise to commit soon, the transaction stays open after a
/// change, and the next changes join it: a group. See `StoreWriter+Groups`.
final class StoreWriter: @unchecked Sendable {
  // Sendable: every use is by the holder of the write lock.
  let connection: Connection
  /// Reads on the writing connection, which see the transaction's own changes.
  let reader: StoreReader
  private let settings: TransactionSettings
  let redo: RedoLog
  let reserve: DiskReserve
  let longestGroup: UInt64
  let wakeFile: WakeFile
  let housekeeping: StoreHousekeeping
  let synchronizer: WALSynchronizer
  let boot: BootIdentity?
  let notices: StoreNotices
  let begin: StoreStatement
  let commit: StoreStatement
  let rollback: StoreStatement
  private var authors: [String: Int64] = [:]
  /// The open transaction, if there is one.
  var group = Group()
  let memory = TransactionMemory()
  /// The number of the last committed group; `nil` until it is read.
  var committedGroup: Int64?
  /// The store's identity. No change is acknowledged before it is known.
  var identity: UUID?
  /// The epoch that this process writes in; `nil` before its first change.
  var epoch: Epoch?
  /// Where the connection has the header of the write-ahead log's index in memory.
  private(set) lazy var walIndex = WALState.header(of: reader.connection)

  /// - Parameter recorder: Records changes, if transactions may stay open.
  init(
    connection: Connection, settings: TransactionSettings, recorder: ChangeRecorder?, redo: RedoLog,
    reserve: DiskReserve, longestGroup: UInt64, wakeFile: WakeFile, housekeeping: StoreHousekeeping,
    synchronizer: WALSynchronizer, boot: BootIdentity?, notices: StoreNotices
  ) throws(StoreError) {
    self.synchronizer = synchronizer
    self.boot = boot
    self.notices = notices
    self.connection = connection
    self.settings = settings
    self.redo = redo
    self.reserve = reserve
    self.longestGroup = longestGroup
    self.wakeFile = wakeFile
    self.housekeeping = housekeeping
    reader = try StoreReader(connection, recorder: recorder)
    begin = try StoreStatement("BEGIN IMMEDIATE", on: reader.connection)
    commit = try StoreStatement("COMMIT", on: reader.connection)
    rollback = try StoreStatement("ROLLBACK", on: reader.connection)
    connection.stopCheckpoints()
  }

  /// Makes a change in the open transaction, or in a new one.
  ///
  /// - Parameters:
  ///   - mayUseReserve: Whether the commit may use the room that is reserved for a full disk.
  ///   - staysOpen: Whether the transaction may stay open afterwards. It is committed anyway if it has been open for long.
  /// - Throws: What `body` threw, or why it could not be committed. Then nothing was changed.
  func perform<Result>(
    author: String, mayUseReserve: Bool, staysOpen: () -> Bool,
    _ body: (Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try open()
    let noted = reader.recorder?.bytes.count ?? 0
    let result: Result
    var claims: ContentClaims?
    // Until after the commit.
    defer { withExtendedLifetime(claims) {} }
    do {
      let transaction = Transaction(
        settings, reader: reader, memory: memory, base: group.generation, author: try authorNumber(author),
        isRemote: author == ChangeAuthor.remote, obeysProvider: !ChangeAuthor.isExempt(author))
      result = try body(transaction)
      try transaction.finish()
      claims = transaction.claims
      group.generation = transaction.generation
      if transaction.discardsContents { group.work.insert(.discards) }
      if transaction.leavesMarks { group.work.insert(.marks) }
      if transaction.keepsRemoved { group.work.insert(.removed) }
    } catch {
      undo(since: noted)
      throw error
    }
    group.operations += 1
    if mayUseReserve { group.mayUseReserve = true }
    if staysOpen(), acknowledge() { return result }
    try close()
    return result
  }

  /// Forgets the numbers of authors that were read in a transaction that is rolled back.
  func forgetAuthors() { authors.removeAll() }

  /// Folds the write-ahead log, so that it begins again where it has room already.
  ///
  /// It stays as it is if a reader needs it.
  func foldWAL() { try? connection.checkpoint(.passive) }

  /// Folds all of the write-ahead log, and ends it: nothing in its file is needed or read any more. Its room stays allocated.
  ///
  /// - Parameter timeout: How long to wait for readers, in milliseconds.
  /// - Returns: Whether that was possible. It is not while a reader needs the log.
  func endWAL(timeout: Int32 = 500) -> Bool { (try? connection.checkpoint(.truncate, timeout: timeout)) != nil }

  /// Whether an opening of the store takes noticeably longer as long as this log is not ended.
  var hasLongLog: Bool { connection.walPages >= 512 }

  /// Folds the write-ahead log if it is long or has no room left. Called when no reader waits for the end of a transaction, because it takes as
  /// long as the disk does.
  ///
  /// - Parameter length: From how many pages on it is long.
  func foldWALIfLong(from length: Int32 = Connection.longestWAL) {
    guard connection.walPages >= length || reserve.needsFolding else { return }
    connection.walPages = 0
    foldWAL()
  }

  private func authorNumber(_ name: String) throws(StoreError) -> Int64 {
    if let known = authors[name] { return known }
    let number = try LogReader(reader).numberOfAuthor(name)
    authors[name] = number
    return number
  }
}
