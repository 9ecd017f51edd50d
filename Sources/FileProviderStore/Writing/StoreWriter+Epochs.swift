import FileProviderSQLite

// With `synchronous=NORMAL` a loss of power may take the last commits, and with them generations that readers have already seen. So may a
// disk that is unplugged and plugged in again while the machine runs. None of those generations may be used again for other changes. So the
// database has a mark: everything committed is on the disk. The first change after an opening removes the mark and
// synchronizes that; the last process that closes the store sets it, with one synchronization. A process that opens the store alone and finds
// no mark begins another epoch: it adds a gap to the change log, and an anchor inside the gap has expired. For reading all this costs nothing.
extension StoreWriter {
  /// More generations than can be committed and lost between two synchronizations of the write-ahead log.
  static let gap: Int64 = 1 << 20

  /// Finds out, when a store is opened, whether commits may have been lost, and adds a gap to the change log if so.
  ///
  /// - Parameters:
  ///   - isOnly: Whether no other process has the store open.
  ///   - willWrite: Whether this process will change the store. Then the mark is removed now, and no change has to wait for that.
  ///   - contents: The store's contents; `nil` if none of them can be lost.
  ///   - origin: The origin of the gap's row.
  /// - Returns: Whether commits may have been lost. Then another epoch has begun, and its beginning is on the disk.
  func openEpoch(
    isOnly: Bool, willWrite: Bool, contents: ContentFiles?, origin: Int64
  ) throws(StoreError) -> Bool {
    let record = try EpochRecord(storeSettings)
    let isOtherBoot = boot.map { $0.text != record.boot } ?? false
    guard isOnly && !record.isClean || isOtherBoot else {
      // The mark is about what was committed. Contents that were closed just before may not have been on the disk when that was unplugged.
      if isOnly, let contents, try IdleContentsReader(reader).hasTornContents(in: contents) {
        try transaction { () throws(StoreError) in try noteTornContents(in: contents) }
        try synchronizer.synchronize()
      }
      if willWrite { try beginEpoch() }
      return false
    }
    let last = try reader.generation()
    // A store without any generation may have lost all of its commits.
    let mayHaveLost = last > .zero || record.number > 0 && !record.isClean
    try transaction { () throws(StoreError) in
      if mayHaveLost {
        try addGap(after: last, origin: origin)
        // The process that uploads next must know it, whether it is this one or not.
        try storeSettings.remove(EpochRecord.pushBoot)
      }
      // Another process that has the store open may be writing.
      try EpochRecord(boot: boot?.text, number: record.number + 1, isClean: isOnly && !willWrite).write(
        to: storeSettings)
      // Contents survive the end of the process that wrote them, but not that of the machine.
      if isOtherBoot { try noteLostContents() } else if let contents { try noteTornContents(in: contents) }
    }
    try synchronizer.synchronize()
    if willWrite { epoch = Epoch(boot: boot?.number ?? 0, number: record.number + 1) }
    return mayHaveLost
  }

  /// Removes the mark that everything is on the disk, before the first change by this process.
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

  /// Synchronizes everything committed, and sets the mark for it. Called when no other process has the store open.
  func endEpoch() throws(StoreError) {
    var record = try EpochRecord(storeSettings)
    guard !record.isClean else { return }
    record.isClean = true
    try transaction { () throws(StoreError) in try record.write(to: storeSettings) }
    try synchronizer.synchronize()
    epoch = nil
  }

  private var storeSettings: StoreSettings { StoreSettings(connection: reader.connection) }

  private func addGap(after last: Generation, origin: Int64) throws(StoreError) {
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
