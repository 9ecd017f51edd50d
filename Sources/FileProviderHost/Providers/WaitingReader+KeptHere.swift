import FileProviderStore

extension WaitingReader {
  /// How many items stay here, or have something that does: what the provider cannot hold, and what a program keeps for itself (`LocalNames`).
  func keptHere() throws(StoreError) -> Int64 {
    try reader.integer("SELECT count(*) FROM pending WHERE state = 4") ?? 0
  }

  /// The path of the folder of what was rescued, if something is in it.
  func rescuedPath() throws(StoreError) -> String? {
    guard let folder = try RescueReader(reader).rescuedFolder(), try reader.isItem(folder, atOrBelow: .root),
      try LogReader(reader).count(of: .children(folder)) > 0
    else { return nil }
    return try reader.path(of: folder)
  }
}
