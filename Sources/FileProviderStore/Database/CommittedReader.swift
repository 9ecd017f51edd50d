import SQLite

/// Reads what is committed, over a connection of its own: what a follower of the log sees, and a program that looks at the store.
///
/// The log is followed in the order of its generations, and what is acknowledged and not committed has none that others could know of. A request
/// of a mount must see that, too: it has a `PresentReader`, which is none of these.
package final class CommittedReader: StoreReader {
  /// - Throws: What opening or preparing met with.
  init(_ connection: Connection) throws(StoreError) { try super.init(connection, recorder: nil) }

  /// Whether changes from this generation on can be told: the log reaches back to it, and the generation is not in a
  /// gap.
  package func canTellChanges(since generation: Generation) throws(StoreError) -> Bool {
    guard try generation >= oldestGeneration(), try generation <= self.generation() else { return false }
    let statement = try statement("SELECT 1 FROM log WHERE event = 4 AND generation > ?1 AND previous < ?1 LIMIT 1")
    statement.bind(1, generation)
    defer { statement.reset() }
    return try !statement.step()
  }

  /// Another number after each commit by another connection: the net under the wake file.
  package func dataVersion() throws(StoreError) -> Int64 { try integer("PRAGMA data_version") ?? 0 }
}
