/// How much of its log a domain keeps. A reader with an older anchor gets a full listing.
///
/// Rows that are not noted for the provider yet are kept besides.
package enum LogRetention: Hashable, Sendable {
  /// This many changes; more are kept for a while.
  case changes(Int64)
  /// The changes of the last seconds, this many of them.
  case age(seconds: Int64)

  fileprivate static let key = "history"

  /// The text in the settings: `5000`, or `86400s` for an age.
  fileprivate init?(setting: String) {
    if setting.hasSuffix("s"), let seconds = Int64(setting.dropLast()) {
      self = .age(seconds: seconds)
    } else if let count = Int64(setting) {
      self = .changes(count)
    } else {
      return nil
    }
  }

  fileprivate var setting: String {
    switch self {
    case .changes(let count): String(count)
    case .age(let seconds): "\(seconds)s"
    }
  }
}

extension PendingEditor {
  /// Sets the retention. No rows are removed here; see `pruneLog`.
  package func setLogRetention(_ retention: LogRetention) throws(StoreError) {
    try transaction.changeSetting(LogRetention.key, to: retention.setting)
  }

  /// Removes rows from the beginning of the log that need not be kept, some at a time, so that no commit is slow.
  ///
  /// - Returns: Whether there are more.
  @discardableResult
  package func pruneLog() throws(StoreError) -> Bool {
    let end =
      switch try PendingReader(reader).logRetention(default: transaction.settings.retention) {
      case .changes(let count): try PendingReader(reader).generation(beforeRows: count).rawValue
      case .age(let seconds):
        try PendingReader(reader).generation(allBefore: transaction.time.earlier(bySeconds: seconds)).rawValue
      }
    // The newest row always stays, for the next generation follows from it.
    var last = Swift.min(end, transaction.generation.rawValue - 1)
    let oldest = try reader.oldestGeneration().rawValue
    guard last > oldest else { return false }
    // A row goes only after it is noted what it has for the provider: without it, contents that are here might all be changed ones.
    if let anchor = try ProvidedReader(reader).pushAnchor(), anchor.rawValue <= last,
      try PendingReader(reader).reachesBack(to: anchor)
    {
      _ = try notePending(.standard)
      // The row at the anchor stays: after it there may be a gap, and then the log would begin after the anchor.
      if let noted = try ProvidedReader(reader).pushAnchor() { last = Swift.min(last, noted.rawValue - 1) }
    }
    let prune = try reader.statement(.pruneRows)
    prune.bind(1, last)
    try prune.run()
    return try reader.oldestGeneration().rawValue > oldest
  }
}

extension PendingReader {
  func logRetention(default retention: Int64) throws(StoreError) -> LogRetention {
    try reader.setting(LogRetention.key).flatMap { LogRetention(setting: $0) } ?? .changes(retention)
  }

  /// The generation after which the log has this many rows: each generation has one, except those in a gap.
  fileprivate func generation(beforeRows count: Int64) throws(StoreError) -> Generation {
    let gaps = try reader.statement(
      "SELECT generation, previous FROM log INDEXED BY log_gaps WHERE event = 4 ORDER BY generation DESC")
    defer { gaps.reset() }
    var newest = try reader.generation().rawValue
    var left = count
    while try gaps.step() {
      let rows = newest - gaps.integer(0) + 1
      guard rows < left else { break }
      left -= rows
      newest = gaps.integer(1)
    }
    return Generation(rawValue: newest - left)
  }

  /// The last generation at the beginning of the log up to which every row is older than a time, within one batch. A
  /// row with a wrong time, from a clock that was set back, does not take newer ones with it.
  fileprivate func generation(allBefore time: Timestamp) throws(StoreError) -> Generation {
    let statement = try reader.statement(
      """
      WITH stretch AS MATERIALIZED (SELECT generation, time FROM log ORDER BY generation LIMIT 8192)
      SELECT coalesce((SELECT min(generation) - 1 FROM stretch WHERE time >= ?), (SELECT max(generation) FROM stretch), 0)
      """)
    statement.bind(1, time.rawValue / 1000)
    defer { statement.reset() }
    return try statement.step() ? Generation(rawValue: statement.integer(0)) : .zero
  }
}
