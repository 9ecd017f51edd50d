import Foundation
import SQLite

/// Makes what somebody who has died had acknowledged and not committed.
///
/// What the redo log has is of use to the very state that it was made on, and to no other: the same store, the same epoch, so that nothing
/// before it can be lost, the same generation, and the same end of the write-ahead log, which is another one after any commit. It is done with
/// statements of `ChangeStatement` alone, before the schema is brought up to date.
struct StoreRecovery {
  /// The connection for writing, in a transaction.
  let connection: Connection
  let redo: RedoLog
  let boot: BootIdentity?
  let notices: StoreNotices

  /// Makes it. The caller commits.
  ///
  /// - Returns: The number of the group that was made, which the database has as the last one now; `nil` when there was nothing to do.
  /// - Throws: `damaged` when the database lacks what was committed before the group, or when the records cannot be made; `newerSchema`,
  ///   `full` or `inputOutput`.
  func run() throws(StoreError) -> Int64? {
    let settings = StoreSettings(connection: connection)
    switch try redo.contents(boot: boot) {
    case .nothing:
      return nil
    case .unreadable:
      try discard("it cannot be read")
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

  /// Whether the group is to be made on what the database has.
  private func isOf(_ base: RedoLog.Base, _ settings: StoreSettings) throws(StoreError) -> Bool {
    guard try settings.text("uuid") == base.store.uuidString else {
      try discard("it belongs to another store")
      return false
    }
    let committed = try settings.committedGroup()
    guard base.group > committed else { return false }
    let number = try EpochRecord(settings).number
    guard base.epoch == Epoch(boot: boot?.number ?? 0, number: number) else {
      try discard("the machine or the disk has stopped since, and what they were made on may be gone")
      return false
    }
    let generation = try settings.generation()
    guard base.generation <= generation.rawValue, base.group == committed + 1 else {
      throw StoreError(
        .damaged,
        "the database has lost what was committed before the acknowledged changes in \(redo.path): it is at generation \(generation), and they "
          + "follow on \(base.generation); without that file the store goes on")
    }
    let wal = WALState.header(of: connection).map { WALState($0) } ?? WALState()
    // A log without frames has begun again: somebody has folded it, which changes nothing.
    guard base.generation == generation.rawValue, base.wal == wal || wal.frames == 0 else {
      try discard("something else was changed meanwhile")
      return false
    }
    return true
  }

  private func make(
    _ group: Int64, _ settings: StoreSettings, _ records: () throws(StoreError) -> [UInt8]
  ) throws(StoreError) {
    do {
      var restoration = ChangeRestoration(try records(), on: connection)
      try restoration.run()
    } catch {
      guard error.code == .damaged || error.code == .exists else { throw error }
      throw StoreError(
        .damaged,
        "the acknowledged changes in \(redo.path) cannot be made: \(error.message); without that file the store goes on"
      )
    }
    try settings.set("redo", to: group)
  }

  private func discard(_ reason: String) throws(StoreError) {
    try redo.discard()
    notices.add("the acknowledged changes in \(redo.path) were not made: \(reason)")
  }
}
