import LinuxSystem
import SQLite

// A commit costs more than the change it commits: locks, a write to the log, and readers that are woken. A program that works through a tree
// makes its changes one after another, so they are committed together: the transaction stays open until nobody asks for anything for a
// moment, or some time has passed. What is acknowledged meanwhile is in the redo log. Measured on two cores, a commit a change and groups:
// rename 64 and 31 µs, unlink 49 and 23.
extension StoreWriter {
  /// The open transaction.
  struct Group {
    var isOpen = false
    /// The number in the redo log, once something of it is there.
    var number: Int64?
    /// How many bytes of what the recorder noted are in the redo log.
    var acknowledged = 0
    var operations = 0
    /// Whether one of them may use the room that is kept for a full disk.
    var mayUseReserve = false
    /// When it was begun.
    var began: UInt64 = 0
    /// The newest generation before it, and now.
    var base = Generation.zero
    /// The end of the write-ahead log before it.
    var wal = WALState()
    var generation = Generation.zero
    /// What is to be done for contents once it is committed.
    var work: ContentKeeper.Work = []
  }

  /// So that what the disk must still have room for when a group is committed is less than what is kept for that.
  private static let mostOperations = 64
  private static let setting = "redo"

  /// Whether what was acknowledged has to be made again: a transaction that had it was rolled back.
  var mustRestore: Bool { !group.isOpen && group.number != nil }

  /// Begins a transaction, unless one is open. What somebody who died had acknowledged is made first.
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

  /// Makes what somebody who has died had acknowledged, if there is anything; else does nothing.
  func restoreFromRedoLog() throws(StoreError) {
    guard !group.isOpen else { return }
    try begin.run()
    do {
      if try !restore() { try rollback.run() }
    } catch {
      abandon()
      throw error
    }
  }

  /// Makes what the redo log has and the database has not, and commits it.
  ///
  /// - Returns: Whether there was anything; then no transaction is open any more.
  private func restore() throws(StoreError) -> Bool {
    // What this process has to restore is in the file that it has open.
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
    // Who acknowledged it cannot do it any more.
    keeper.note([.discards, .marks])
    return true
  }

  /// There is nothing to restore: what this process acknowledged is committed after all, or somebody has damaged the redo log.
  private func giveUpGroup() throws(StoreError) {
    guard let number = group.number else { return }
    if try StoreSettings(connection: reader.connection).committedGroup() < number {
      notices.add("changes that were acknowledged are lost: they are not in \(redo.path) any more")
    }
    group.number = nil
  }

  private func recordCommitted(_ number: Int64) throws(StoreError) {
    let insert = try reader.statement(.setSetting)
    insert.bind(1, Self.setting)
    insert.bind(2, number)
    try insert.run()
  }

  /// Puts the last change into the redo log, so that its transaction may stay open.
  ///
  /// - Returns: Whether it may; if not, it is to be committed now.
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

  /// Commits the open transaction, wakes the readers if it logged anything, and has the contents it discarded removed.
  ///
  /// - Throws: Then it is rolled back, and what was acknowledged of it has to be restored.
  func close() throws(StoreError) {
    guard group.isOpen else { return }
    reader.recorder?.isRecording = false
    do {
      if let number = group.number { try recordCommitted(number) }
      // What is acknowledged was promised to be committed, whatever it is.
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
    if !group.work.isEmpty { keeper.note(group.work) }
  }

  /// Undoes what a change did before it failed. If it did nothing, what was open before stays so.
  ///
  /// - Parameter noted: How much the recorder had noted before.
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
    // A full disk may have rolled back already: then there is nothing left to undo.
    if reader.connection.isInTransaction { try? rollback.run() }
    forgetAuthors()
  }
}
