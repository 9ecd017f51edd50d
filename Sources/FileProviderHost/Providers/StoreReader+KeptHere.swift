import FileProviderStore

extension StoreReader {
  /// How many items stay here, or have something that does: what the provider cannot hold, and what a program keeps for itself (`LocalNames`).
  func keptHere() throws(StoreError) -> Int64 { try integer("SELECT count(*) FROM pending WHERE state = 4") ?? 0 }
}
