import FileProviderSQLite

extension StoreReader {
  /// The original place of a trashed item.
  package func trashEntry(of id: ItemID) throws(StoreError) -> TrashEntry? {
    let statement = try statement(
      "SELECT original_parent, original_name, original_path, date, uid FROM trash WHERE item = ?")
    statement.bind(1, id)
    defer { statement.reset() }
    return try statement.step() ? TrashEntry(statement) : nil
  }

  /// The users who have something in the trash, in order; none where the domain has no trash.
  package func trashUsers() throws(StoreError) -> [UInt32] {
    // One probe of the index for each user: DISTINCT would read all of it.
    let statement = try statement("SELECT min(uid) FROM trash WHERE uid > ?")
    var users: [UInt32] = []
    var last: Int64 = -1
    while true {
      statement.bind(1, last)
      defer { statement.reset() }
      guard try statement.step(), !statement.isNull(0) else { return users }
      last = statement.integer(0)
      users.append(UInt32(truncatingIfNeeded: last))
    }
  }

  private static let trashedSQL = SQLText(
    """
    SELECT \(LogReader.qualified(columns, "i")), t.original_parent, t.original_name, t.original_path, t.date, t.uid
    FROM trash t INDEXED BY trash_by_user CROSS JOIN items i ON i.parent = ?2 AND i.id = t.item
    WHERE t.uid = ?1 ORDER BY t.item
    """)

  /// Visits what a user has trashed, in the order of the items' numbers.
  package func forEachTrashed(
    by user: UInt32, _ body: (borrowing ItemRecord, TrashEntry) -> Void
  ) throws(StoreError) {
    let statement = try statement(Self.trashedSQL)
    statement.bind(1, Int64(user))
    statement.bind(2, ItemID.trash)
    defer { statement.reset() }
    while try statement.step() {
      body(ItemRecord(statement), TrashEntry(statement, firstColumn: Self.nameColumn + 1))
    }
  }

  /// The item at the top of the trash with an original path as in `TrashEntry.originalPath`; of several, the newest.
  package func itemTrashedLast(from path: String) throws(StoreError) -> ItemID? {
    let statement = try statement(
      """
      SELECT t.item FROM trash t INDEXED BY trash_by_path CROSS JOIN items i ON i.parent = ?2 AND i.id = t.item
      WHERE t.original_path = ?1 ORDER BY t.date DESC, t.item DESC LIMIT 1
      """)
    statement.bind(1, spelling: path)
    statement.bind(2, ItemID.trash)
    defer { statement.reset() }
    return try statement.step() ? ItemID(rawValue: statement.integer(0)) : nil
  }
}
