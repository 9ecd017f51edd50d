import Foundation
import FileProviderSQLite

/// Restores the changes that a process had acknowledged, and not committed, before it died.
///
/// The records of the redo log apply only to the state that they were made on: the same store, the same epoch, in which no earlier commit can be
/// lost, the same generation, and the same end of the write-ahead log, which every commit changes. They are restored by the statements of
/// `ChangeStatement` alone, before the schema is upgraded.
struct StoreRecovery {
  /// The writing connection, in a transaction.
  let connection: Connection
  let redo: RedoLog
  let boot: BootIdentity?
  let notices: StoreNotices

  /// Restores the changes. The caller commits them.
  ///
  /// - Returns: The number of the restored group, which is the last one in the database now; `nil` when there was nothing to do.
  /// - Throws: `damaged` when the database lacks what was committed before the group, or when the records cannot be made; `newerSchema`,
  ///   `full` or `inputOutput`.
  func run() throws(StoreError) -> Int64? {
    let settings = StoreSettings(connection: connection)
    switch try redo.contents(boot: boot) {
    case .nothing:
      return nil
    case .unreadable:
      try discard("the log is unreadable")
      return nil
    case .ofOldVersion(let group):
      guard try group == settings.committedGroup() + 1 else { return nil }
      try make(group, settings) { () throws(StoreError) in try redo.oldRecords() }
      return group
    case .group(let base):
      guard try isOf(base, settings) else { return nil }
      try make(base.group, settings) { () throws(StoreError) in try redo.records() }
      return base.group
    }
  }

  /// Whether the group applies to the state of the database.
  private func isOf(_ base: RedoLog.Base, _ settings: StoreSettings) throws(StoreError) -> Bool {
    guard try settings.text("uuid") == base.store.uuidString else {
      try discard("the log belongs to another store")
      return false
    }
    let committed = try settings.committedGroup()
    guard base.group > committed else { return false }
    let number = try EpochRecord(settings).number
    guard base.epoch == Epoch(boot: boot?.number ?? 0, number: number) else {
      try discard("the machine or the disk stopped since, and the state that they are based on may be lost")
      return false
    }
    let generation = try settings.generation()
    guard base.generation <= generation.rawValue, base.group == committed + 1 else {
      throw StoreError(
        .damaged,
        "the database lost changes committed before the acknowledged ones in \(redo.path): it is at generation \(generation), and they "
          + "follow \(base.generation); move that file away to continue without them")
    }
    let wal = WALState.header(of: connection).map { WALState($0) } ?? WALState()
    // A write-ahead log without frames has begun again because it was folded, which changes no state.
    guard base.generation == generation.rawValue, base.wal == wal || wal.frames == 0 else {
      try discard("the store was changed meanwhile")
      return false
    }
    return true
  }

  private func make(
    _ group: Int64, _ settings: StoreSettings, _ records: () throws(StoreError) -> [UInt8]
  ) throws(StoreError) {
    do {
      var restoration = ChangeRedo(try records(), on: connection)
      try restoration.run()
    } catch {
      guard error.code == .damaged || error.code == .exists else { throw error }
      throw StoreError(
        .damaged,
        "cannot apply the acknowledged changes in \(redo.path): \(error.message); move that file away to continue without them"
      )
    }
    try settings.set("redo", to: group)
  }

  private func discard(_ reason: String) throws(StoreError) {
    try redo.discard()
    notices.add("dropped the acknowledged changes in \(redo.path): \(reason)")
  }
}
