import FileProviderSQLite

extension StoreReader {
  /// What makes an item a member of the working set, or `nil` when nothing does.
  package func membership(of id: ItemID) throws(StoreError) -> Membership? {
    let statement = try statement(Self.membershipSQL)
    statement.bind(1, id)
    defer { statement.reset() }
    return try statement.step() ? Membership(statement) : nil
  }

  private static let membershipSQL = SQLText("SELECT \(Membership.columns) FROM members WHERE item = ?")
  private static let membersSQL = SQLText(
    """
    SELECT \(LogReader.qualified(columns, "i")), \(LogReader.qualified(Membership.columns, "m"))
    FROM items i INDEXED BY items_members CROSS JOIN members m ON m.item = i.id
    WHERE i.flags & 1 AND i.id > ? AND m.entered <= ? AND m.suspended = 0 ORDER BY i.id
    """)

  /// Visits the members of the working set in the order of their numbers; see `forEachChild`.
  package func forEachMember(
    after key: ItemID, enteredBy pinned: Generation = .endless,
    _ body: (borrowing ItemRecord, Membership) -> Bool
  ) throws(StoreError) {
    let statement = try statement(Self.membersSQL)
    statement.bind(1, key)
    statement.bind(2, pinned)
    defer { statement.reset() }
    while try statement.step() {
      if !body(ItemRecord(statement), Membership(statement, firstColumn: Self.nameColumn + 1)) { return }
    }
  }
}
