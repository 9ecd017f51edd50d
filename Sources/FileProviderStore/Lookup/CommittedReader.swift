import FileProviderSQLite

/// Reads what is committed, over a connection of its own: for followers of the change log, and for commands that read the store.
///
/// Followers read the change log in the order of its generations, and a change has no final generation before it is committed. A request of a
/// mount must also see acknowledged changes that are not committed, so it has a `PresentReader` instead.
package final class CommittedReader: StoreReader {
  /// - Throws: The error of opening the database, or of preparing a statement.
  init(_ connection: Connection) throws(StoreError) { try super.init(connection, recorder: nil) }

  /// Whether the changes after this generation are known: the change log reaches back to it, and it is not inside a gap.
  package func coversChanges(since generation: Generation) throws(StoreError) -> Bool {
    guard try generation >= oldestGeneration(), try generation <= self.generation() else { return false }
    let statement = try statement("SELECT 1 FROM log WHERE event = 4 AND generation > ?1 AND previous < ?1 LIMIT 1")
    statement.bind(1, generation)
    defer { statement.reset() }
    return try !statement.step()
  }

  /// A number that differs after each commit by another connection, for the case that the wake file was not touched.
  package func dataVersion() throws(StoreError) -> Int64 { try integer("PRAGMA data_version") ?? 0 }
}
