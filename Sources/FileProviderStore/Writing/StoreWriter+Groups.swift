import LinuxSystem
import FileProviderSQLite

// A commit costs more than the change that it commits: locks, a write to the write-ahead log, and waking the readers. A program that works
// through a tree makes many changes one after another, so they are committed together: the transaction stays open until no request has come for
// a moment, or until some time has passed. Changes that are acknowledged meanwhile are in the redo log. Measured on two cores, with a commit for
// each change and with groups: rename 64 and 31 µs, unlink 49 and 23.
extension StoreWriter {
  /// The open transaction.
  struct Group {
    var isOpen = false
    /// Its number in the redo log; `nil` while nothing of it is there.
    var number: Int64?
    /// How many of the recorder's bytes are in the redo log.
    var acknowledged = 0
    var operations = 0
    /// Whether one of its changes may use the room that is reserved for a full disk.
    var mayUseReserve = false
    /// When it began, in nanoseconds of the monotonic clock.
    var began: UInt64 = 0
    /// The newest generation before it.
    var base = Generation.zero
    /// The end of the write-ahead log before it.
    var wal = WALState()
    var generation = Generation.zero
    /// What the housekeeping has to do for contents after the commit.
    var work: StoreHousekeeping.Work = []
  }

  /// Few enough that committing a group never needs more room than is reserved.
  private static let mostOperations = 64
  private static let setting = "redo"

  /// Whether acknowledged changes have to be restored, because their transaction was rolled back.
  var mustRedo: Bool { !group.isOpen && group.number != nil }

  /// Begins a transaction, unless one is open. First restores the changes that a process had acknowledged before it died.
  func open() throws(StoreError) {
    guard !group.isOpen else { return }
    try beginEpoch()
    try begin.run()
    do {
      while try restore() { try begin.run() }
      group = Group()
      memory.clear()
      group.base = try reader.generation()
      group.generation = group.base
      group.began = MonotonicClock.now
      if reader.recorder != nil, let walIndex { group.wal = WALState(walIndex) }
      reader.recorder?.clear()
      reader.recorder?.isRecording = true
      group.isOpen = true
    } catch {
      abandon()
      throw error
    }
  }

  /// Restores and commits what the redo log has and the database has not, if there is anything.
  func redoFromLog() throws(StoreError) {
    guard !group.isOpen else { return }
    try begin.run()
    do {
      if try !restore() { try rollback.run() }
    } catch {
      abandon()
      throw error
    }
  }

  /// Restores what the redo log has and the database has not, and commits it.
  ///
  /// - Returns: Whether there was anything. If so, the transaction has ended.
  private func restore() throws(StoreError) -> Bool {
    // If this process has changes to restore, they are in the file that it has open.
    if group.number == nil { redo.replaceIfRemoved() }
    if committedGroup == nil { committedGroup = try StoreSettings(connection: reader.connection).committedGroup() }
    guard try redo.mayHaveGroup(after: committedGroup ?? 0, boot: boot) else {
      try giveUpGroup()
      return false
    }
    let recovery = StoreRecovery(connection: reader.connection, redo: redo, boot: boot, notices: notices)
    guard let number = try recovery.run() else {
      committedGroup = try StoreSettings(connection: reader.connection).committedGroup()
      try giveUpGroup()
      return false
    }
    try commit.run()
    committedGroup = number
    group.number = nil
    wakeFile.touch(try reader.generation())
    // The process that acknowledged the changes can do this no longer.
    housekeeping.note([.discards, .marks])
    return true
  }

  /// Handles that there is nothing to restore: this process's acknowledged changes are committed after all, or the redo log was damaged.
  private func giveUpGroup() throws(StoreError) {
    guard let number = group.number else { return }
    if try StoreSettings(connection: reader.connection).committedGroup() < number {
      notices.add("acknowledged changes are lost: they are no longer in \(redo.path)")
    }
    group.number = nil
  }

  private func recordCommitted(_ number: Int64) throws(StoreError) {
    let insert = try reader.statement(.setSetting)
    insert.bind(1, Self.setting)
    insert.bind(2, number)
    try insert.run()
  }

  /// Writes the records of the last change to the redo log, so that its transaction may stay open.
  ///
  /// - Returns: Whether the transaction may stay open; if not, it has to be committed now.
  func acknowledge() -> Bool {
    guard let recorder = reader.recorder, group.operations < Self.mostOperations,
      MonotonicClock.now &- group.began < longestGroup
    else { return false }
    let records = recorder.bytes[group.acknowledged...]
    if records.isEmpty { return group.number != nil }
    if group.number == nil {
      guard let identity, let epoch else { return false }
      let number = (committedGroup ?? 0) + 1
      let base = RedoLog.Base(
        store: identity, epoch: epoch, group: number, generation: group.base.rawValue, wal: group.wal)
      guard redo.begin(base, records) else { return false }
      group.number = number
    } else {
      guard redo.append(records) else { return false }
    }
    group.acknowledged = recorder.bytes.count
    return true
  }

  /// Commits the open transaction, wakes the readers if it added to the change log, and has discarded contents removed.
  ///
  /// - Throws: Why it could not be committed. Then it is rolled back, and its acknowledged changes have to be restored.
  func close() throws(StoreError) {
    guard group.isOpen else { return }
    reader.recorder?.isRecording = false
    do {
      if let number = group.number { try recordCommitted(number) }
      // An acknowledged change has to be committed, so it may use the reserved room whatever it is.
      if group.number != nil || group.mayUseReserve {
        try commit.run()
      } else {
        try reserve.spare { () throws(StoreError) in try commit.run() }
      }
    } catch {
      abandon()
      throw error
    }
    group.isOpen = false
    if let number = group.number { committedGroup = number }
    group.number = nil
    if group.generation != group.base { wakeFile.touch(group.generation) }
    if !group.work.isEmpty { housekeeping.note(group.work) }
  }

  /// Undoes a change that failed. A transaction that was open before stays open if the change had done nothing.
  ///
  /// - Parameter noted: How many bytes the recorder had before the change.
  func undo(since noted: Int) {
    let didNothing = reader.recorder.map { $0.bytes.count == noted } ?? false
    if group.operations > 0, didNothing, reader.connection.isInTransaction { return }
    abandon()
  }

  /// Rolls the open transaction back.
  private func abandon() {
    reader.recorder?.isRecording = false
    group.isOpen = false
    memory.clear()
    // On a full disk SQLite may have rolled back already.
    if reader.connection.isInTransaction { try? rollback.run() }
    forgetAuthors()
  }
}
