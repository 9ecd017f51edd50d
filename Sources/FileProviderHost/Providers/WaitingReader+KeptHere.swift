import FileProviderStore

extension WaitingReader {
  /// How many items stay here, or have something that does: what the provider cannot hold, and what a program keeps for itself (`LocalNames`).
  func keptHere() throws(StoreError) -> Int64 {
    try reader.integer("SELECT count(*) FROM pending WHERE state = 4") ?? 0
  }

  /// How many items would be lost with the domain: those with a change that is not uploaded yet, and those that stay here in whole or in part.
  ///
  /// An item of which only the last-used date differs is neither: no document depends on that date, and opening one sets it.
  func onlyHere() throws(StoreError) -> (waiting: Int64, kept: Int64) {
    // A deletion has no fields of its own, but may have those of an earlier call.
    let condition = "(fields | sent | kept <> \(ChangedFields.lastUsed.rawValue) OR item NOT IN (SELECT id FROM items))"
    return (
      try reader.integer("SELECT count(*) FROM pending WHERE state <> 4 AND \(condition)") ?? 0,
      try reader.integer("SELECT count(*) FROM pending WHERE state = 4 AND \(condition)") ?? 0
    )
  }

  /// The path of the folder of what was rescued, if something is in it.
  func rescuedPath() throws(StoreError) -> String? {
    guard let folder = try RescueReader(reader).rescuedFolder(), try reader.isItem(folder, atOrBelow: .root),
      try LogReader(reader).count(of: .children(folder)) > 0
    else { return nil }
    return try reader.path(of: folder)
  }
}
