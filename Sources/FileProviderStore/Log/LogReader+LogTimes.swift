/// Times in the log. The clock may have been set meanwhile, so all of these search from the newest row back.
extension LogReader {
  /// The newest generation from before a time, after which the changes since then follow. If the log begins later, its
  /// beginning.
  func generation(before time: Timestamp) throws(StoreError) -> Generation {
    try generation { $0 < time.rawValue / 1000 }
  }

  /// The newest generation that was committed at a time or before. If the log begins later, its beginning.
  func generation(upTo time: Timestamp) throws(StoreError) -> Generation {
    try generation { $0 <= time.rawValue / 1000 }
  }

  /// Whether the log no longer has all changes since a time.
  package func isLogPruned(after time: Timestamp) throws(StoreError) -> Bool {
    var isPruned = false
    let oldest = try reader.oldestGeneration()
    guard oldest > .zero else { return false }
    try forEachLogRow(after: oldest) { row in
      isPruned = row.time > time.rawValue / 1000
      return false
    }
    return isPruned
  }

  private func generation(where isWanted: (Int64) -> Bool) throws(StoreError) -> Generation {
    var found: Generation?
    try forEachLogRowFromEnd { row in
      if row.event != .gap && isWanted(row.time) { found = row.generation }
      return found == nil
    }
    if let found { return found }
    return try reader.oldestGeneration()
  }
}
