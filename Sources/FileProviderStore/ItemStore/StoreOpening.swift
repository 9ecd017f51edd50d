import Foundation
import FileProviderSQLite

/// The steps of opening a store, in the order in which nothing is lost. Its caller holds the write lock.
///
/// 1. The database is the one it was; see `DatabaseIntegrity`. Nothing has been changed before.
/// 2. Nobody else has it open, if the schema is to change.
/// 3. What a process that has died had acknowledged is made, in the schema that it knew.
/// 4. The schema is upgraded.
/// 5. Another epoch begins, if something may have been lost; see `StoreWriter+Epochs`.
struct StoreOpening {
  let directory: URL
  let boot: BootIdentity?
  let threads: ChangingThreads
  let settings: TransactionSettings
  let housekeeping: StoreHousekeeping
  let wakeFile: WakeFile
  let redo: RedoLog
  let reserve: DiskReserve
  let notices: StoreNotices
  /// Those of the store; `nil` where nothing of them can be lost.
  let contents: ContentFiles?
  /// Whether no other process holds the open lock.
  let isOnly: Bool
  let synchronizeWAL: @Sendable (Int32) -> Int32

  struct Opened {
    var writer: StoreWriter
    var uuid: UUID
    var isAnotherEpoch: Bool
  }

  /// Looks whether the database is whole.
  ///
  /// - Returns: A connection for reading, if there is a database of this version already. A migration needs all others closed.
  /// - Throws: `damaged`, and then nothing was changed.
  static func verify(_ directory: URL, boot: BootIdentity?) throws(StoreError) -> Connection? {
    guard let verified = try DatabaseIntegrity.open(in: directory, boot: boot) else { return nil }
    return try StoreDatabase.isCurrent(verified) ? verified : nil
  }

  /// May be run once more when there was no room.
  func run() throws(StoreError) -> Opened {
    let (maintenance, schedule) = try openMaintenance()
    // Closed when the writer's is there: the last connection to be closed would fold the log.
    defer { withExtendedLifetime(maintenance) {} }
    let connection = try Connection(StoreDatabase.url(in: directory), .writing)
    if schedule != .isNew { try recover(connection) }
    // An opening that finds all there writes nothing.
    var isWhole = schedule == .isCurrent
    if isWhole { isWhole = try StoreSettings(connection: connection).text("uuid") != nil }
    if !isWhole { try StoreDatabase.migrate(maintenance, directory: directory) }
    if schedule == .isNew { try synchronizeDirectories() }
    let commitsSoon = threads.commitsSoon != nil
    let recorder = commitsSoon && boot != nil && redo.takeRoom() ? ChangeRecorder() : nil
    let synchronizer = try WALSynchronizer(
      wal: StoreDatabase.wal(in: directory), synchronizeFile: synchronizeWAL)
    let writer = try StoreWriter(
      connection: connection, settings: settings, recorder: recorder, redo: redo, reserve: reserve,
      longestGroup: threads.longestGroup, wakeFile: wakeFile, housekeeping: housekeeping, synchronizer: synchronizer,
      boot: boot,
      notices: notices)
    reserve.keep(with: connection)
    let uuid = try writer.reader.uuid()
    writer.identity = uuid
    let isAnotherEpoch = try writer.openEpoch(
      isOnly: isOnly, willWrite: commitsSoon, contents: contents, origin: settings.origin)
    return Opened(writer: writer, uuid: uuid, isAnotherEpoch: isAnotherEpoch)
  }

  private func openMaintenance() throws(StoreError) -> (connection: Connection, schedule: StoreDatabase.Schedule) {
    // A program of an earlier version is to be asked for while this process has no connection, so this one is closed.
    do {
      let found = try StoreDatabase.openMaintenance(directory: directory)
      guard found.schedule == .isDue else { return found }
    }
    var isFree = isOnly
    if isFree { isFree = try StoreDatabase.user(in: directory) == nil }
    guard isFree else {
      throw StoreError(
        .inUse,
        "the store \(directory.path) has an earlier version, and a program has it open; unmount it first, and end the commands "
          + "that follow it")
    }
    return try StoreDatabase.openMaintenance(directory: directory)
  }

  /// Makes what a process that has died had acknowledged.
  private func recover(_ connection: Connection) throws(StoreError) {
    try StoreStatement("BEGIN IMMEDIATE", on: connection).run()
    do {
      let made = try StoreRecovery(connection: connection, redo: redo, boot: boot, notices: notices).run()
      try StoreStatement(made == nil ? "ROLLBACK" : "COMMIT", on: connection).run()
      if made != nil { wakeFile.touch(try StoreSettings(connection: connection).generation()) }
    } catch {
      if connection.isInTransaction { try? StoreStatement("ROLLBACK", on: connection).run() }
      throw error
    }
  }

  /// Puts the names of a new store's files on the disk.
  private func synchronizeDirectories() throws(StoreError) {
    try synchronizeDirectory(directory.path)
    try synchronizeDirectory(directory.deletingLastPathComponent().path)
  }
}
