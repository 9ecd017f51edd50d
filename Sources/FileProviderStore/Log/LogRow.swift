import FileProviderSQLite

/// One row of the change log: what happened to an item, and how it was before.
package struct LogRow: Sendable {
  package var generation: Generation
  package var item: ItemID
  package var event: LogEvent
  package var kind: ItemKind
  package var fields: ChangedFields
  /// The parent after the change; of a deleted item the one it had.
  package var parent: ItemID
  /// The parent before the change, if that was another.
  package var beforeParent: ItemID?
  /// The name before the change, if that was another; the last name of a deleted item.
  package var beforeName: FileName?
  /// Whether the item was in the working set before.
  package var wasMember: Bool
  /// Whether it is in the working set after.
  package var isMember: Bool
  /// The generation of the item's previous change; zero for its creation.
  package var previous: Generation
  package var author: Int64
  /// Which opening of the store wrote it; see `ItemStore.origin`.
  package var origin: Int64
  /// Microseconds since 1970, UTC.
  package var time: Int64
  /// The user whose program made the change, where that is not the store's owner.
  package var writer: UInt32?

  static let columns = """
    generation, item, event, kind, fields, parent, before_parent, before_name, membership, previous, author, origin, time, writer
    """
}

extension LogRow {
  /// Reads the columns of `columns`.
  @inline(__always) init(_ row: some RowColumns) {
    let membership = row.integer(8)
    self.init(
      generation: Generation(rawValue: row.integer(0)), item: ItemID(rawValue: row.integer(1)),
      event: LogEvent(rawValue: row.integer(2)) ?? .gap,
      kind: ItemKind(rawValue: UInt8(truncatingIfNeeded: row.integer(3))) ?? .file,
      fields: ChangedFields(rawValue: Int32(truncatingIfNeeded: row.integer(4))),
      parent: ItemID(rawValue: row.integer(5)),
      beforeParent: row.isNull(6) ? nil : ItemID(rawValue: row.integer(6)),
      beforeName: row.isNull(7) ? nil : row.name(7), wasMember: membership & 1 != 0, isMember: membership & 2 != 0,
      previous: Generation(rawValue: row.integer(9)), author: row.integer(10), origin: row.integer(11),
      time: row.integer(12), writer: row.isNull(13) ? nil : UInt32(truncatingIfNeeded: row.integer(13)))
  }
}

extension LogReader {
  private static let logRowsSQL = SQLText(
    "SELECT visit_log(\(LogRow.columns)) FROM log WHERE generation > ? AND generation <= ? ORDER BY generation")
  private static let logRowsFromEndSQL = SQLText(
    "SELECT visit_log(\(LogRow.columns)) FROM log ORDER BY generation DESC")
  private static let logRowSQL = SQLText("SELECT \(LogRow.columns) FROM log WHERE generation = ?")

  /// Visits the rows of the log in order, gaps included.
  ///
  /// - Parameters:
  ///   - generation: Only later rows.
  ///   - end: Only rows up to this generation.
  ///   - body: Returns whether to go on.
  package func forEachLogRow(
    after generation: Generation, upTo end: Generation = .endless, _ body: (borrowing LogRow) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let statement = try reader.statement(Self.logRowsSQL)
    statement.bind(1, generation)
    statement.bind(2, end)
    try reader.logVisitor.run(statement) { row throws(StoreError) in try body(LogRow(row)) }
  }

  /// Visits the rows of the log from the newest on, gaps included.
  ///
  /// - Parameter body: Returns whether to go on.
  func forEachLogRowFromEnd(_ body: (borrowing LogRow) throws(StoreError) -> Bool) throws(StoreError) {
    let statement = try reader.statement(Self.logRowsFromEndSQL)
    try reader.logVisitor.run(statement) { row throws(StoreError) in try body(LogRow(row)) }
  }

  /// The columns of a list, each of the same table.
  static func qualified(_ columns: String, _ table: String) -> String {
    columns.split(separator: ", ").map { "\(table).\($0)" }.joined(separator: ", ")
  }

  /// The row of one generation, or `nil` when the log does not have it any more.
  package func logRow(at generation: Generation) throws(StoreError) -> LogRow? {
    let statement = try reader.statement(Self.logRowSQL)
    statement.bind(1, generation)
    defer { statement.reset() }
    return try statement.step() ? LogRow(statement) : nil
  }

  /// The generation at which an item was deleted, or `nil`.
  package func deletion(of id: ItemID) throws(StoreError) -> Generation? {
    let statement = try reader.statement("SELECT generation FROM log WHERE event = 3 AND item = ?")
    statement.bind(1, id)
    defer { statement.reset() }
    return try statement.step() ? Generation(rawValue: statement.integer(0)) : nil
  }
}
