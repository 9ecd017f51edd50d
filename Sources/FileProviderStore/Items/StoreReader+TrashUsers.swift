extension StoreReader {
  /// The users who have something in the trash, in order; none where the domain has no trash.
  package func trashUsers() throws(StoreError) -> [UInt32] {
    let statement = try statement("SELECT DISTINCT uid FROM trash ORDER BY uid")
    defer { statement.reset() }
    var users: [UInt32] = []
    while try statement.step() { users.append(UInt32(truncatingIfNeeded: statement.integer(0))) }
    return users
  }
}
