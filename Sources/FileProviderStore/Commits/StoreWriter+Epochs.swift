import SQLite

// With `synchronous=NORMAL` the last commits before a loss of power may be gone, and with them generations that readers have already seen; a
// disk that is pulled and comes back does the same while the machine goes on. None of those generations may be given out again for something
// else. So the database says whether all that was committed is on the disk: a mark, which is taken away, synchronized, before the first
// change, and set with one synchronization by the last who has the store open, at its end. Whoever finds the store without it, and nobody else
// there, begins another epoch with a gap in the log, an anchor inside which has expired. Reading costs nothing of this.
extension StoreWriter {
  /// More generations than can be committed and lost between two synchronizations of the log.
  static let gap: Int64 = 1 << 20

  /// Looks, when a store is opened, whether what was committed may have been lost since, and marks the stretch in the log.
  ///
  /// - Parameters:
  ///   - isOnly: Whether nobody else has the store open.
  ///   - willWrite: Whether this opening will change something, so that no change has to wait for a synchronization.
  ///   - contents: Those of the store; `nil` where nothing of them can be lost.
  ///   - origin: Of the log's row.
  /// - Returns: Whether something may have been lost. Then another epoch has begun, and that is on the disk.
  func openEpoch(
    isOnly: Bool, willWrite: Bool, contents: ContentFiles?, origin: Int64
  ) throws(StoreError) -> Bool {
    let record = try EpochRecord(storeSettings)
    let isOtherBoot = boot.map { $0.text != record.boot } ?? false
    guard isOnly && !record.isClean || isOtherBoot else {
      if willWrite { try beginEpoch() }
      return false
    }
    let last = try reader.generation()
    // Also a store that has lost all that was ever committed had given generations out.
    let mayHaveLost = last > .zero || record.number > 0 && !record.isClean
    try transaction { () throws(StoreError) in
      if mayHaveLost { try appendGap(after: last, origin: origin) }
      // Whoever else has it open may be writing.
      try EpochRecord(boot: boot?.text, number: record.number + 1, isClean: isOnly && !willWrite).write(
        to: storeSettings)
      // Contents survive whoever wrote them, and not the machine.
      if isOtherBoot { try noteLostContents() } else if let contents { try noteTornContents(in: contents) }
    }
    try synchronizer.synchronize()
    if willWrite { epoch = Epoch(boot: boot?.number ?? 0, number: record.number + 1) }
    return mayHaveLost
  }

  /// Takes the mark away that all is on the disk, before this process changes something for the first time.
  func beginEpoch() throws(StoreError) {
    guard epoch == nil else { return }
    let record = try EpochRecord(storeSettings)
    var number = record.number
    if record.isClean {
      number += 1
      try transaction { () throws(StoreError) in
        try EpochRecord(boot: record.boot, number: number, isClean: false).write(to: storeSettings)
      }
      try synchronizer.synchronize()
    }
    epoch = Epoch(boot: boot?.number ?? 0, number: number)
  }

  /// Says that all that was committed is on the disk, and sees to it. For the last who has the store open.
  func endEpoch() throws(StoreError) {
    var record = try EpochRecord(storeSettings)
    guard !record.isClean else { return }
    record.isClean = true
    try transaction { () throws(StoreError) in try record.write(to: storeSettings) }
    try synchronizer.synchronize()
    epoch = nil
  }

  private var storeSettings: StoreSettings { StoreSettings(connection: reader.connection) }

  private func appendGap(after last: Generation, origin: Int64) throws(StoreError) {
    let row = try StoreStatement(.appendGap, on: reader.connection)
    row.bind(1, last.rawValue + Self.gap)
    row.bind(2, last)
    row.bind(3, origin)
    row.bind(4, Timestamp.now.rawValue / 1000)
    try row.run()
  }

  private func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try begin.run()
    do {
      try body()
      try commit.run()
    } catch {
      if reader.connection.isInTransaction { try? rollback.run() }
      throw error
    }
  }
}
