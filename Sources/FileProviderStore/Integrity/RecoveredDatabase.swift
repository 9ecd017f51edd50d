import Foundation
import FileProviderSQLite

/// A new database with the rows that can still be read from a damaged one.
enum RecoveredDatabase {
  /// Tables whose rows do not depend on others. Discarded contents are not among them: a damaged database must not cause any removal.
  ///
  /// Of documents of which parts are here the files are known, lest they be taken for lost documents, which would be full of zeros. Which parts
  /// they have is not: they are fetched again.
  private static let tables = [
    "settings", "items", "small_contents", "targets", "devices", "xattrs", "members", "member_folders", "trash",
    "authors", "log",
    "writers", "synced", "provided", "agreed", "pending", "held", "listings", "listed",
    "content_policies", "partial_contents", "former_contents", "removed_documents", "calls", "sent_places",
    "held_back", "sent_creations", "stale_identifiers", "observed", "renumbered_folders", "expected_creations",
    "sent_contents",
    "numbered_names", "successors",
  ]

  /// - Parameters:
  ///   - directory: Where to make it.
  ///   - source: The damaged database; `nil` if nothing of it can be read.
  ///   - pages: Its pages, if it is not sound.
  ///   - witnesses: The generations of the damaged one's witnesses.
  static func make(
    in directory: URL, of source: DamagedDatabase?, _ pages: URL?, witnessed witnesses: [WitnessRecord]
  ) throws(StoreError) {
    let maintenance = try StoreDatabase.openMaintenance(directory: directory).connection
    try StoreDatabase.migrate(maintenance, directory: directory)
    let target = try Connection(StoreDatabase.url(in: directory), .writing)
    let run = { (sql: String) throws(StoreError) in try StoreStatement(sql, on: target).run() }
    try run("BEGIN IMMEDIATE")
    // They are made below, unless they are copied.
    try run("DELETE FROM items")
    try run("DELETE FROM settings")
    // The damaged one may be of a version that had other tables.
    try target.execute(SyncedStep.former)
    try target.execute(ObservedStep.former)
    try target.execute(CallsStep.former)
    if let source { for table in tables { try copy(table, from: source.connection, to: target) } }
    try SyncedStep.move(on: target)
    // Or of one that kept this in its settings.
    try SentPlacesStep.move(on: target)
    try ItemStatesStep.move(on: target)
    try ObservedStep.move(on: target)
    try CallsStep.move(on: target)
    try WholeCallsStep.forgetCallsThatNobodyAsksFor(on: target)
    try run("UPDATE pending SET due = 0 WHERE state = 2 AND waits_for IS NULL AND error_domain IS NULL")
    if let pages, let readable = DamagedPages(pages) {
      try addItems(of: readable, from: source?.connection, to: target)
    }
    // Parts are removed when others come; what a document has is not.
    try run("DELETE FROM partial_contents WHERE content IN (SELECT content FROM items WHERE content IS NOT NULL)")
    try run("DELETE FROM former_contents WHERE item IN (SELECT id FROM items WHERE content IS NOT NULL)")
    try run("DELETE FROM removed_documents WHERE content IN (SELECT content FROM items WHERE content IS NOT NULL)")
    // Commits may be lost, so the next opening begins another epoch.
    try run("DELETE FROM settings WHERE key = 'clean'")
    // Contents may be newer than the remaining rows, so checksums are made again, and what contents occupy is looked at again.
    try run("DELETE FROM settings WHERE key = '\(ChecksumMaker.setting)'")
    try run(ChangeStatement.forgetBlocks.sql)
    if let store = witnesses.lazy.compactMap(\.owner).first {
      try run("INSERT OR IGNORE INTO settings(key, value) VALUES ('uuid', '\(store.uuidString)')")
    }
    try skip(to: witnesses.map(\.generation).max() ?? 0, run)
    try run("COMMIT")
    try StoreDatabase.migrate(maintenance, directory: directory)
    // Everything into the one file.
    try target.converting { () throws(SQLiteError) in try target.checkpoint(.truncate) }
  }

  /// Generations that readers have seen, and that are lost, must not be used again for other changes: the readers' anchors expire.
  private static func skip(to witnessed: Int64, _ run: (String) throws(StoreError) -> Void) throws(StoreError) {
    try run(
      """
      INSERT INTO log(generation, item, event, kind, fields, parent, membership, previous, author, origin, time)
      SELECT max(\(witnessed), coalesce((SELECT max(generation) FROM log), 0), coalesce((SELECT max(changed) FROM items), 0))
        + \(StoreWriter.gap), 0, 4, 0, 0, 0, 0, 0, 0, 0, \(Timestamp.now.rawValue / 1000)
      """)
  }

  // MARK: Rows

  /// Copies the readable rows of a table: from its beginning to the damage, and from its end back to it.
  static func copy(_ table: String, from source: Connection, to target: Connection) throws(StoreError) {
    guard let known = try? columns(of: table, source), !known.isEmpty else { return }
    let all = try columns(of: table, target)
    let shared = all.filter { column in known.contains { $0.name == column.name } }
    let names = shared.map(\.name).joined(separator: ", ")
    let key = shared.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }.map(\.name)
    let insert = try StoreStatement(
      "INSERT OR IGNORE INTO \(table)(\(names)) VALUES (\(shared.map { _ in "?" }.joined(separator: ", ")))",
      on: target)
    for direction in ["ASC", "DESC"] {
      let order = key.map { "\($0) \(direction)" }.joined(separator: ", ")
      let isComplete = try copy(
        "SELECT \(names) FROM \(table) NOT INDEXED ORDER BY \(order)", shared.count, from: source, insert)
      if isComplete { return }
    }
  }

  /// - Returns: Whether no row was missing.
  private static func copy(
    _ select: String, _ count: Int, from source: Connection, _ insert: StoreStatement
  ) throws(StoreError) -> Bool {
    guard let rows = try? StoreStatement(select, on: source) else { return false }
    while true {
      do throws(StoreError) { guard try rows.step() else { return true } } catch { return false }
      for column in 0..<Int32(count) { insert.statement.bind(column + 1, column: column, of: rows.statement) }
      do throws(StoreError) { try insert.run() } catch {
        // A row that no store can have.
        guard error.code == .exists || error.code == .inputOutput else { throw error }
      }
    }
  }

  private struct Column {
    var name: String
    /// From 1 on in the order of the primary key; 0 for others.
    var keyPosition: Int64
  }

  private static func columns(of table: String, _ connection: Connection) throws(StoreError) -> [Column] {
    let select = try StoreStatement("SELECT name, pk FROM pragma_table_info('\(table)')", on: connection)
    var columns: [Column] = []
    while try select.step() { columns.append(Column(name: select.text(0), keyPosition: select.integer(1))) }
    return columns
  }
}
